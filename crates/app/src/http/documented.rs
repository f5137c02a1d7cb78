//! Routes with their documentation, which is made for the test that holds the printed document to it. The program has what
//! was printed: what makes it would be 3 MB of code and a tenth of the time in which this crate is compiled.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    extract::Request,
    handler::Handler,
    response::{IntoResponse, Response},
    routing::{MethodFilter, MethodRouter, Route},
};
use futures::future::BoxFuture;
use tower::{Layer, Service};
#[cfg(test)]
use utoipa::openapi::{HttpMethod, OpenApi};

/// A router, and how to describe what it holds.
#[must_use]
pub struct Routes<S> {
    router: Router<S>,
    #[cfg(test)]
    documented: Vec<fn() -> OpenApi>,
}

/// The calls that are named, each with the path and method that its `utoipa::path` gives: [`Routes`].
macro_rules! routes {
    (@path [$($before:tt)*] $handler:ident) => {
        ::pastey::paste! { $($before)* [<__path_ $handler>] }
    };
    (@path [$($before:tt)*] $module:ident :: $($rest:tt)+) => {
        $crate::http::routes!(@path [$($before)* $module ::] $($rest)+)
    };
    ($($($part:ident)::+),+ $(,)?) => {{
        #[cfg(test)]
        let routes = {
            #[derive(::utoipa::OpenApi)]
            #[openapi(paths($($($part)::+),+))]
            struct Documented;

            $crate::http::Routes::documented(<Documented as ::utoipa::OpenApi>::openapi)
        };
        #[cfg(not(test))]
        let routes = $crate::http::Routes::new();
        routes
            $(.serve::<$crate::http::routes!(@path [] $($part)::+), _, _>($($part)::+))+
    }};
}
pub(crate) use routes;

impl<S: Clone + Send + Sync + 'static> Routes<S> {
    pub fn new() -> Self {
        Self::from(Router::new())
    }

    /// No routes yet, but what is to be said of them. Written by [`routes!`].
    #[cfg(test)]
    pub fn documented(by: fn() -> OpenApi) -> Self {
        Self { router: Router::new(), documented: vec![by] }
    }

    /// Adds a handler where `P` says. Written by [`routes!`].
    pub fn serve<P: Place, H, T: 'static>(self, handler: H) -> Self
    where
        H: Handler<T, S, Future = Answer> + Sync,
    {
        self.at(&P::path(), P::methods(), erased(handler))
    }

    fn at(self, path: &str, methods: MethodFilter, handler: Erased<S>) -> Self {
        self.route(path, MethodRouter::new().on(methods, handler))
    }

    /// Adds what is not documented.
    pub fn route(mut self, path: &str, methods: MethodRouter<S>) -> Self {
        self.router = self.router.route(path, methods);
        self
    }

    pub fn merge(mut self, other: Self) -> Self {
        #[cfg(test)]
        self.documented.extend(other.documented);
        self.router = self.router.merge(other.router);
        self
    }

    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route, Service: Service<Request, Response: IntoResponse, Error: Into<Infallible>>>
            + Clone
            + Send
            + Sync
            + 'static,
        L::Service: Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.router = self.router.layer(layer);
        self
    }

    pub fn into_router(self) -> Router<S> {
        self.router
    }

    /// `base` with every documented call in it.
    #[cfg(test)]
    pub fn document(&self, base: OpenApi) -> OpenApi {
        self.documented.iter().fold(base, |all, documented| all.merge_from(documented()))
    }
}

impl<S: Clone + Send + Sync + 'static> Default for Routes<S> {
    fn default() -> Self {
        Self::new()
    }
}

type Answer = BoxFuture<'static, Response>;

/// Where a call is: what its `utoipa::path` says, in a test and elsewhere.
pub trait Place {
    fn path() -> String;
    fn methods() -> MethodFilter;
}

#[cfg(test)]
impl<P: utoipa::Path> Place for P {
    fn path() -> String {
        P::path()
    }

    fn methods() -> MethodFilter {
        P::methods().iter().map(filter).reduce(MethodFilter::or).unwrap()
    }
}

#[cfg(test)]
fn filter(method: &HttpMethod) -> MethodFilter {
    match method {
        HttpMethod::Get => MethodFilter::GET,
        HttpMethod::Put => MethodFilter::PUT,
        HttpMethod::Post => MethodFilter::POST,
        HttpMethod::Head => MethodFilter::HEAD,
        HttpMethod::Patch => MethodFilter::PATCH,
        HttpMethod::Trace => MethodFilter::TRACE,
        HttpMethod::Delete => MethodFilter::DELETE,
        HttpMethod::Options => MethodFilter::OPTIONS,
    }
}

/// A handler whose type is forgotten. What routes and layers are made of would otherwise be compiled for each handler, and
/// each time the compiler would prove anew that all that the handler may ever wait for can be sent: a third of the time that
/// this crate takes.
struct Erased<S>(Arc<dyn Fn(Request, S) -> Answer + Send + Sync>);

fn erased<S: 'static, T: 'static, H: Handler<T, S, Future = Answer> + Sync>(handler: H) -> Erased<S> {
    Erased(Arc::new(move |request, state| handler.clone().call(request, state)))
}

impl<S> Clone for Erased<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// A route whose handler is [`erased`].
pub fn get<S: Clone + Send + Sync + 'static, T: 'static, H>(handler: H) -> MethodRouter<S>
where
    H: Handler<T, S, Future = Answer> + Sync,
{
    MethodRouter::new().get(erased(handler))
}

/// A route whose handler is [`erased`].
pub fn post<S: Clone + Send + Sync + 'static, T: 'static, H>(handler: H) -> MethodRouter<S>
where
    H: Handler<T, S, Future = Answer> + Sync,
{
    MethodRouter::new().post(erased(handler))
}

/// How an erased handler takes its request: whole.
struct Whole;

impl<S: Send + Sync + 'static> Handler<Whole, S> for Erased<S> {
    type Future = Answer;

    fn call(self, request: Request, state: S) -> Answer {
        (self.0)(request, state)
    }
}

/// Routes of which nothing is documented.
impl<S> From<Router<S>> for Routes<S> {
    fn from(router: Router<S>) -> Self {
        Self {
            router,
            #[cfg(test)]
            documented: Vec::new(),
        }
    }
}
