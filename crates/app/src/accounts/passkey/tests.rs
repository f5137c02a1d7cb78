//! The examples of WebAuthn Level 3 §16 (`vectors.json`, in hexadecimal), and what may be wrong with them.

use ciborium::Value as Cbor;

use super::*;

#[derive(Clone, Deserialize)]
struct Vector {
    name: String,
    registration: Registration,
    authentication: Authentication,
}

#[derive(Clone, Deserialize)]
struct Registration {
    challenge: String,
    client_data: String,
    attestation_object: String,
    credential_id: String,
}

#[derive(Clone, Deserialize)]
struct Authentication {
    challenge: String,
    client_data: String,
    authenticator_data: String,
    signature: String,
}

fn bytes(hex: &str) -> Bytes {
    let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    Bytes((0..hex.len()).step_by(2).map(pair).collect())
}

fn vector(name: &str) -> Vector {
    let all: Vec<Vector> = serde_json::from_str(include_str!("vectors.json")).unwrap();
    all.into_iter().find(|vector| vector.name == name).unwrap()
}

fn party() -> RelyingParty {
    RelyingParty { id: "example.org".into(), origin: "https://example.org".into() }
}

impl Vector {
    fn made(&self) -> RegistrationResponse {
        RegistrationResponse {
            raw_id: bytes(&self.registration.credential_id),
            response: AttestationResponse {
                client_data: bytes(&self.registration.client_data),
                attestation_object: bytes(&self.registration.attestation_object),
                transports: vec!["internal".into(), "telepathy".into()],
            },
        }
    }

    fn used(&self) -> AssertionResponse {
        AssertionResponse {
            client_data: bytes(&self.authentication.client_data),
            authenticator_data: bytes(&self.authentication.authenticator_data),
            signature: bytes(&self.authentication.signature),
            user_handle: None,
        }
    }

    fn register(&self) -> Result<NewPasskey, Refused> {
        party().register(&self.made(), &bytes(&self.registration.challenge).0)
    }

    fn authenticate(&self, given: &AssertionResponse, count: i64) -> Result<Used, Refused> {
        let key = self.register().unwrap().public_key;
        party().authenticate(given, &bytes(&self.authentication.challenge).0, &key, count)
    }
}

#[test]
fn the_examples_of_the_specification_are_believed() {
    for name in
        ["none-es256", "packed-self-es256", "none-es256-long-credential-id", "packed-rs256", "packed-eddsa"]
    {
        let vector = vector(name);
        let made = vector.register().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(made.credential_id, bytes(&vector.registration.credential_id).0, "{name}");
        assert_eq!(made.transports, ["internal"], "{name}");
        let used = vector.authenticate(&vector.used(), 0);
        assert!(used.is_ok(), "{name}: {used:?}");
    }
}

#[test]
fn keys_and_pages_that_were_not_offered_are_refused() {
    assert_eq!(vector("packed-es384").register(), Err(Refused::Key));
    assert_eq!(vector("none-es256-crossOrigin").register(), Err(Refused::Origin));
}

#[test]
fn whatever_is_altered_is_refused() {
    let vector = vector("none-es256");
    let challenge = bytes(&vector.registration.challenge).0;
    let other = |id: &str, origin: &str| {
        let party = RelyingParty { id: id.into(), origin: origin.into() };
        party.register(&vector.made(), &challenge).unwrap_err()
    };
    assert_eq!(other("example.org", "https://evil.example"), Refused::Origin);
    assert_eq!(other("evil.example", "https://example.org"), Refused::RelyingParty);
    assert_eq!(party().register(&vector.made(), b"another").unwrap_err(), Refused::Challenge);
    let mut made = vector.made();
    made.response.client_data = vector.used().client_data;
    assert_eq!(party().register(&made, &challenge).unwrap_err(), Refused::Kind);
    let mut made = vector.made();
    made.raw_id.0[0] ^= 1;
    assert_eq!(party().register(&made, &challenge).unwrap_err(), Refused::Unreadable);

    let good = vector.used();
    for at in 0..good.authenticator_data.0.len() {
        let mut given = vector.used();
        given.authenticator_data.0[at] ^= 0x21;
        assert!(vector.authenticate(&given, 0).is_err(), "octet {at}");
    }
    for at in 0..good.signature.0.len() {
        let mut given = vector.used();
        given.signature.0[at] ^= 1;
        assert_eq!(vector.authenticate(&given, 0), Err(Refused::Signature), "octet {at}");
    }
    let another = super::tests::vector("packed-self-es256").register().unwrap().public_key;
    let challenge = bytes(&vector.authentication.challenge).0;
    assert_eq!(party().authenticate(&good, &challenge, &another, 0), Err(Refused::Signature));
}

#[test]
fn what_is_cut_off_or_goes_on_is_refused_and_breaks_nothing() {
    let vector = vector("packed-eddsa");
    let challenge = bytes(&vector.registration.challenge).0;
    let whole = bytes(&vector.registration.attestation_object).0;
    for length in 0..whole.len() {
        let mut made = vector.made();
        made.response.attestation_object.0.truncate(length);
        assert!(party().register(&made, &challenge).is_err(), "{length}");
    }
    let mut longer = bytes(&vector.authentication.authenticator_data).0;
    longer.push(0);
    assert!(Data::read(&longer).is_err());
}

#[test]
fn a_counter_that_goes_back_is_a_copy() {
    let vector = vector("none-es256");
    assert_eq!(vector.authenticate(&vector.used(), 0).unwrap().sign_count, 0, "one that does not count");
    assert_eq!(vector.authenticate(&vector.used(), 7), Err(Refused::Counter));
}

#[test]
fn only_what_makes_a_key_is_read_of_one() {
    let key = |besides: Vec<(Cbor, Cbor)>| {
        let number = |n: i64| Cbor::Integer(n.into());
        let point = |byte| Cbor::Bytes(vec![byte; 32]);
        let mut members = besides;
        members.extend([(number(1), number(2)), (number(3), number(-7)), (number(-1), number(1))]);
        members.extend([(number(-2), point(5)), (number(-3), point(6))]);
        let mut cose = Vec::new();
        ciborium::into_writer(&Cbor::Map(members), &mut cose).unwrap();
        cose
    };
    let plain = key(Vec::new());
    let read = PublicKey::read(&plain).unwrap();
    assert_eq!(read, PublicKey::Es256([vec![4], vec![5; 32], vec![6; 32]].concat()));
    let list = Cbor::Array(vec![Cbor::Map(Vec::new()), Cbor::Text("kid".into())]);
    let besides = vec![
        (Cbor::Text("alg".into()), list.clone()),
        (Cbor::Integer(u64::MAX.into()), Cbor::Bool(true)),
        (Cbor::Integer(2.into()), Cbor::Integer(u64::MAX.into())),
        (Cbor::Integer(4.into()), list),
    ];
    assert_eq!(PublicKey::read(&key(besides)), Ok(read));
    for label in [3, -2] {
        let twice = vec![(Cbor::Integer(label.into()), Cbor::Integer((-7).into()))];
        assert_eq!(PublicKey::read(&key(twice)), Err(Refused::Unreadable), "{label} twice");
    }
    let object = |n| {
        let mut object = Vec::new();
        let members = vec![(Cbor::Text("authData".into()), Cbor::Bytes(vec![7])); n];
        ciborium::into_writer(&Cbor::Map(members), &mut object).unwrap();
        authenticator::attested(&object).map(<[u8]>::to_vec)
    };
    let found = [Err(Refused::Unreadable), Ok(vec![7]), Err(Refused::Unreadable)];
    assert_eq!([object(0), object(1), object(2)], found);
    // Without a length, as no authenticator writes it.
    let endless = [&[0xbf], &plain[1..], &[0xff]].concat();
    assert_eq!(PublicKey::read(&endless), Err(Refused::Unreadable));
    assert_eq!(authenticator::attested(&endless), Err(Refused::Unreadable));
}

proptest::proptest! {
    #[test]
    fn no_bytes_break_the_readers(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
        let _ = Data::read(&bytes);
        let _ = authenticator::attested(&bytes);
        let _ = PublicKey::read(&bytes);
    }
}
