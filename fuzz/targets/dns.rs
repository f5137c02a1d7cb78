#![no_main]
//! Names, and records as other people publish them.
use dns::{Answer, DomainName, Expected, Purpose, RecordType, ZoneRecord, judge, zone_snippet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, Vec<&str>, u8)| {
    let (name, value, found, choice) = input;
    if let Ok(domain) = DomainName::parse(name) {
        let again = DomainName::parse(domain.as_str()).expect("a name that was read is a name");
        assert_eq!(again, domain);
        let _ = (domain.unicode(), domain.organizational());
        let record = ZoneRecord {
            record_type: RecordType::Txt,
            name: name.to_owned(),
            value: value.to_owned(),
            ttl: u32::from(choice),
            comment: value.to_owned(),
        };
        let text = zone_snippet(&domain, &[record]);
        assert!(text.lines().count() <= 3, "one record is one line: {text}");
    }
    let purposes =
        [Purpose::Ownership, Purpose::Dkim, Purpose::Spf, Purpose::ReturnPath, Purpose::Dmarc, Purpose::Tracking];
    let types = [RecordType::Txt, RecordType::Cname, RecordType::Mx];
    let expected = Expected {
        purpose: purposes[usize::from(choice) % purposes.len()],
        record_type: types[usize::from(choice / 16) % types.len()],
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let _ = judge(&expected, &Answer::Found(found.into_iter().map(str::to_owned).collect()));
});
