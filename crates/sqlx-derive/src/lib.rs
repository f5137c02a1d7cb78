//! `#[derive(FromRow)]` as sqlx has it, without the second build of sqlx that its own macros are made with.
//!
//! Of sqlx's attributes it knows `flatten`, `json`, `try_from = "T"`, `rename = "column"`, `default` and `skip`, one of a
//! field; they mean what they mean there. What it does not know it refuses.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Data, DeriveInput, Error, Field, Fields, LitStr, Result, Type, parse_macro_input, spanned::Spanned,
};

/// Reads a struct from a row of either engine, each field from the column of its name.
#[proc_macro_derive(FromRow, attributes(sqlx))]
pub fn from_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Where a field comes from.
enum Source {
    Column,
    Row,
    Json,
    Through(Box<Type>),
    ColumnIfAny,
    Nowhere,
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    if let Some(attribute) = input.attrs.iter().find(|attribute| attribute.path().is_ident("sqlx")) {
        return Err(Error::new(attribute.span(), "not known here: attributes are a field's"));
    }
    let fields = match &input.data {
        Data::Struct(data) if input.generics.params.is_empty() => match &data.fields {
            Fields::Named(fields) => &fields.named,
            other => return Err(Error::new(other.span(), "a row has names for its columns")),
        },
        _ => return Err(Error::new(input.span(), "only a struct without parameters is read from a row")),
    };
    let name = &input.ident;
    let (mut bounds, mut reads, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for field in fields {
        let (read, bound) = read(field)?;
        names.push(&field.ident);
        reads.push(read);
        bounds.extend(bound);
    }
    Ok(quote! {
        #[automatically_derived]
        impl<'r, R: ::sqlx::Row> ::sqlx::FromRow<'r, R> for #name
        where
            &'r str: ::sqlx::ColumnIndex<R>,
            #(#bounds,)*
        {
            fn from_row(row: &'r R) -> ::sqlx::Result<Self> {
                ::core::result::Result::Ok(Self { #(#names: #reads),* })
            }
        }
    })
}

/// The expression that a field is read by, and what its type must be able to do.
fn read(field: &Field) -> Result<(TokenStream, Option<TokenStream>)> {
    let ty = &field.ty;
    let (source, column) = attributes(field)?;
    let decoded = |ty: &TokenStream| quote!(#ty: ::sqlx::Decode<'r, R::Database> + ::sqlx::Type<R::Database>);
    Ok(match source {
        Source::Column => (quote!(row.try_get(#column)?), Some(decoded(&quote!(#ty)))),
        Source::ColumnIfAny => {
            let read = quote! {
                match row.try_get(#column) {
                    ::core::result::Result::Err(::sqlx::Error::ColumnNotFound(_)) => ::core::default::Default::default(),
                    read => read?,
                }
            };
            (read, Some(decoded(&quote!(#ty))))
        }
        Source::Row => (quote!(::sqlx::FromRow::from_row(row)?), Some(quote!(#ty: ::sqlx::FromRow<'r, R>))),
        Source::Json => {
            let json = quote!(::sqlx::types::Json<#ty>);
            (quote!(row.try_get::<#json, _>(#column)?.0), Some(decoded(&json)))
        }
        Source::Through(through) => {
            let read = quote! {
                <#ty>::try_from(row.try_get::<#through, _>(#column)?)
                    .map_err(|why| ::sqlx::not_understood(#column, why))?
            };
            (read, Some(decoded(&quote!(#through))))
        }
        Source::Nowhere => (quote!(::core::default::Default::default()), None),
    })
}

/// Where a field comes from, and the name of its column.
fn attributes(field: &Field) -> Result<(Source, String)> {
    let mut column = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    if let Some(name) = column.strip_prefix("r#") {
        column = name.to_owned();
    }
    let mut source = Source::Column;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("sqlx")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                column = meta.value()?.parse::<LitStr>()?.value();
                return Ok(());
            }
            if !matches!(source, Source::Column) {
                return Err(meta.error("a field comes from one place"));
            }
            source = match () {
                () if meta.path.is_ident("flatten") => Source::Row,
                () if meta.path.is_ident("json") => Source::Json,
                () if meta.path.is_ident("default") => Source::ColumnIfAny,
                () if meta.path.is_ident("skip") => Source::Nowhere,
                () if meta.path.is_ident("try_from") => {
                    Source::Through(Box::new(meta.value()?.parse::<LitStr>()?.parse()?))
                }
                () => return Err(meta.error("not known here")),
            };
            Ok(())
        })?;
    }
    Ok((source, column))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn refusal(input: &DeriveInput) -> Option<String> {
        expand(input).err().map(|error| error.to_string())
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert_eq!(
            refusal(&parse_quote!(
                struct Row {
                    #[sqlx(json)]
                    #[sqlx(rename = "b")]
                    a: i64,
                }
            )),
            None
        );
        for (input, expected) in [
            (
                parse_quote!(
                    struct Row {
                        #[sqlx(json, flatten)]
                        a: i64,
                    }
                ),
                "a field comes from one place",
            ),
            (
                parse_quote!(
                    struct Row {
                        #[sqlx(skip)]
                        #[sqlx(default)]
                        a: i64,
                    }
                ),
                "a field comes from one place",
            ),
            (
                parse_quote!(
                    struct Row {
                        #[sqlx(no_such)]
                        a: i64,
                    }
                ),
                "not known here",
            ),
            (
                parse_quote!(
                    #[sqlx(rename_all = "camelCase")]
                    struct Row {
                        a: i64,
                    }
                ),
                "not known here: attributes are a field's",
            ),
            (
                parse_quote!(
                    struct Row(i64);
                ),
                "a row has names for its columns",
            ),
            (
                parse_quote!(
                    struct Row<T> {
                        a: T,
                    }
                ),
                "only a struct without parameters is read from a row",
            ),
            (
                parse_quote!(
                    enum Row {
                        A,
                    }
                ),
                "only a struct without parameters is read from a row",
            ),
        ] {
            assert_eq!(refusal(&input).as_deref(), Some(expected));
        }
    }
}
