//! Kinds that a column keeps as a text: the name that JSON has for them.

use serde::{
    Deserialize, Serialize,
    de::value::{Error as NoSuchName, StrDeserializer},
};
use sqlx::error::BoxDynError;

/// The name of `kind`.
#[doc(hidden)]
pub fn name_of(kind: &impl Serialize) -> Result<String, BoxDynError> {
    match serde_json::to_value(kind)? {
        serde_json::Value::String(name) => Ok(name),
        other => Err(format!("{other} is no name").into()),
    }
}

/// The kind that has this name.
#[doc(hidden)]
pub fn of_name<'de, T: Deserialize<'de>>(name: &'de str) -> Result<T, BoxDynError> {
    Ok(T::deserialize(StrDeserializer::<NoSuchName>::new(name))?)
}

/// Lets values of this type, which serde reads and writes as one text, be bound to and read from columns of texts.
#[macro_export]
macro_rules! kept_by_name {
    ($kind:ty) => {
        impl<DB: ::sqlx::Database> ::sqlx::Type<DB> for $kind
        where
            String: ::sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <String as ::sqlx::Type<DB>>::type_info()
            }

            fn compatible(of: &DB::TypeInfo) -> bool {
                <String as ::sqlx::Type<DB>>::compatible(of)
            }
        }

        impl<'q, DB: ::sqlx::Database> ::sqlx::Encode<'q, DB> for $kind
        where
            String: ::sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                into: &mut DB::ArgumentBuffer,
            ) -> Result<::sqlx::encode::IsNull, ::sqlx::error::BoxDynError> {
                $crate::name_of(self)?.encode(into)
            }
        }

        impl<'r, DB: ::sqlx::Database> ::sqlx::Decode<'r, DB> for $kind
        where
            &'r str: ::sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, ::sqlx::error::BoxDynError> {
                $crate::of_name(<&str>::decode(value)?)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        FirstOne,
        Two,
        Heavy { weight: u8 },
    }

    #[test]
    fn a_kind_has_one_name_and_a_name_one_kind() {
        for (kind, name) in [(Kind::FirstOne, "first_one"), (Kind::Two, "two")] {
            assert_eq!(name_of(&kind).unwrap(), name);
            assert_eq!(of_name::<Kind>(name).unwrap(), kind);
        }
        for unknown in ["third", "heavy", "", "FirstOne"] {
            assert!(of_name::<Kind>(unknown).is_err(), "{unknown}");
        }
        assert!(name_of(&Kind::Heavy { weight: 1 }).is_err(), "no name says it");
    }
}
