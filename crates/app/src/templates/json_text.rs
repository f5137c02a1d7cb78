//! JSON that is kept and given back as it was sent.

use serde::{Serialize, Serializer};
use serde_json::{Value, value::RawValue};
use sqlx::{Database, Decode, Encode, Type, encode::IsNull, error::BoxDynError};

/// A JSON value as its text, in a TEXT column on both engines: PostgreSQL's JSONB would sort keys and change numbers.
#[derive(Clone, Debug)]
pub struct JsonText(Box<RawValue>);

impl JsonText {
    pub fn new(value: &Value) -> Result<Self, serde_json::Error> {
        serde_json::value::to_raw_value(value).map(Self)
    }

    /// The JSON text; its length is what limits are about.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// Whether it is a list, told by its first character.
    pub fn is_list(&self) -> bool {
        self.as_str().trim_start().starts_with('[')
    }
}

impl PartialEq for JsonText {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<DB: Database> Type<DB> for JsonText
where
    String: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        String::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        String::compatible(ty)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for JsonText
where
    String: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self(RawValue::from_string(String::decode(value)?)?))
    }
}

impl<'q, DB: Database> Encode<'q, DB> for JsonText
where
    String: Encode<'q, DB>,
{
    fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.as_str().to_owned().encode_by_ref(buffer)
    }
}
