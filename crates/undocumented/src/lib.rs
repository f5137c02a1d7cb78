//! Stands where `utoipa` does in everything but the tests: what describes a call and its shapes is read by a test, which
//! holds the printed document to it, and compiled for that test alone. The program needs where a call is.

use proc_macro::{TokenStream, TokenTree};

/// Says nothing of a shape.
#[proc_macro_derive(ToSchema, attributes(schema, serde))]
pub fn to_schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Says nothing of a query.
#[proc_macro_derive(IntoParams, attributes(into_params, param, serde))]
pub fn into_params(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

/// Leaves `__path_name` beside the handler `name`, as `utoipa::path` does, which is a `Place` of the crate's `http`. Takes
/// what we write of what `utoipa::path` takes: the method first, `path = "…"` anywhere after it.
#[proc_macro_attribute]
pub fn path(call: TokenStream, handler: TokenStream) -> TokenStream {
    let place = place(call, handler.clone());
    let place = place.unwrap_or_else(|error| format!("::core::compile_error!({error:?});"));
    let mut both: TokenStream = place.parse().unwrap_or_default();
    both.extend(handler);
    both
}

fn place(call: TokenStream, handler: TokenStream) -> Result<String, &'static str> {
    let call: Vec<TokenTree> = call.into_iter().collect();
    let Some(TokenTree::Ident(method)) = call.first() else {
        return Err("a call begins with its method");
    };
    let path = call.windows(3).find_map(|part| match part {
        [TokenTree::Ident(name), TokenTree::Punct(_), TokenTree::Literal(path)]
            if name.to_string() == "path" =>
        {
            Some(path)
        }
        _ => None,
    });
    let path = path.ok_or("a call has a path")?;
    let name = handler.into_iter().skip_while(|token| token.to_string() != "fn").nth(1);
    let name = name.ok_or("a call is answered by a function")?;
    Ok(format!(
        "#[allow(non_camel_case_types)] #[doc(hidden)] pub struct __path_{name}; \
         impl crate::http::Place for __path_{name} {{ \
             fn path() -> ::std::string::String {{ {path}.into() }} \
             fn methods() -> ::axum::routing::MethodFilter {{ ::axum::routing::MethodFilter::{} }} \
         }}",
        method.to_string().to_uppercase(),
    ))
}
