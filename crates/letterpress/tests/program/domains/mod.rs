//! A sending domain from its registration to the reports that come back: what is sent is verified as a receiver would.

mod mails;
mod reports;
mod tools;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use database::{Engine, both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Api, Home, Server, Sink, free_port},
    name_server::{DOMAIN, NameServer},
};

use reports::Protocol::{Lmtp, Smtp};

const READERS: usize = 1000;
const BOUNCES: usize = 10;
const COMPLAINTS: usize = 3;
const GONE: usize = BOUNCES + COMPLAINTS;
const BOUNCED: &str = "An earlier email to this address bounced.";
const COMPLAINED: &str = "The subscriber reported an earlier email as spam.";

both_engines!(mail_from_an_own_domain_is_believed, engine => {
    let mut journey = Journey::start(engine).await;
    journey.prove_the_domain().await;
    journey.send_to_all().await;
    mails::check(&journey).await;
    journey.take_reports().await;
    journey.drop_what_proves_nothing().await;
    journey.check_what_is_known().await;
    let other = journey.leave_them_out().await;
    journey.break_a_record(&other).await;
});

/// An installation with an administrator, a name server and a mail server.
struct Journey {
    names: NameServer,
    sink: Sink,
    admin: Api,
    domain: String,
    newsletter: String,
    campaign: String,
    bounce_port: u16,
    /// Dropped last.
    server: Server,
    home: Home,
}

impl Journey {
    async fn start(engine: Engine) -> Self {
        // Each engine with another name server, so that the small one is known to work.
        let names = match engine {
            Engine::Sqlite => NameServer::start().await,
            Engine::Postgres => NameServer::small().await,
        };
        let home = Home::new();
        let sink = Sink::keeping(home.folder.path());
        let bounce_port = free_port();
        let mut home = home
            .with("LETTERPRESS_MAIL_URL", format!("smtp://127.0.0.1:{}?tls=none", sink.port))
            .with("LETTERPRESS_DNS", names.address.to_string())
            .with("LETTERPRESS_BOUNCE_LISTEN", format!("127.0.0.1:{bounce_port}"))
            .with("LETTERPRESS_BOUNCE_HOST", format!("mx.{DOMAIN}"))
            .with("LETTERPRESS_PUBLIC_URL", format!("https://letters.{DOMAIN}"))
            .with("LETTERPRESS_SIGN_UP", "open");
        if engine == Engine::Postgres {
            home = home.with("LETTERPRESS_DATABASE_URL", database::testing::create_postgres().await);
        }
        let server = home.serve();
        let admin = author(&home, &server, "author@example.com").await;
        let path = String::new;
        Self {
            names,
            sink,
            admin,
            domain: path(),
            newsletter: path(),
            campaign: path(),
            bounce_port,
            server,
            home,
        }
    }

    /// Registers the domain, publishes what it is told to, and asks for a look.
    async fn prove_the_domain(&mut self) {
        let registered = self.admin.post("/api/domains/register", json!({ "domain": DOMAIN })).await;
        assert_eq!(registered["domain"]["verification_status"], "pending_dns");
        self.domain = format!("/api/domains/{}", registered["domain"]["id"]);
        let purposes: Vec<&str> =
            records(&registered).iter().map(|record| record["purpose"].as_str().unwrap()).collect();
        assert_eq!(purposes, ["ownership", "dkim", "dkim", "spf", "return_path", "dmarc"]);

        let looked = self.verify().await;
        assert!(statuses(&looked).iter().all(|status| *status == "missing"), "{looked}");
        assert_eq!(looked["domain"]["verification_status"], "pending_dns");

        let zone = self.admin.text(&format!("{}/zone", self.domain)).await;
        self.names.publish(&zone).await;
        let looked = self.verify().await;
        assert!(statuses(&looked).iter().all(|status| *status == "found"), "{looked}");
        assert_eq!(looked["domain"]["verification_status"], "verified");
        let status = self.admin.get(&format!("{}/verification-status", self.domain)).await;
        let history: Vec<&str> = status["history"]
            .as_array()
            .unwrap()
            .iter()
            .map(|change| change["status"].as_str().unwrap())
            .collect();
        assert_eq!(history, ["verified", "verifying", "dns_configured", "pending_dns"]);
        assert_eq!(self.notices(&self.admin).await, [format!("domain_verified: {DOMAIN} is verified")]);
    }

    async fn verify(&self) -> Value {
        self.admin.call(Method::POST, &format!("{}/verify", self.domain), None).await
    }

    async fn notices(&self, api: &Api) -> Vec<String> {
        let all = api.get("/api/notices").await;
        let said = |n: &Value| format!("{}: {}", n["kind"].as_str().unwrap(), n["title"].as_str().unwrap());
        all.as_array().unwrap().iter().map(said).collect()
    }

    async fn send_to_all(&mut self) {
        self.newsletter = self.newsletter_of(&self.admin, "ada").await;
        let domain = self.admin.get(&self.domain).await;
        assert_eq!(
            (&domain["verification_status"], &domain["newsletters"]),
            (&json!("active"), &json!(1)),
            "{domain}"
        );
        let mut csv = String::from("email,first_name\n");
        for n in 0..READERS {
            writeln!(csv, "reader{n}@example.net,Reader {n}").unwrap();
        }
        self.admin.import(&self.newsletter, &csv).await;
        self.campaign = self.admin.send(&self.newsletter, letter()).await;
        let report = self.admin.get(&format!("{}/report", self.campaign)).await;
        assert_eq!(
            (&report["ledger"]["intended"], &report["ledger"]["sent"]),
            (&json!(READERS), &json!(READERS)),
            "{report}"
        );
        let entries = self.sink.entries();
        let all = |of: fn(&sink::Entry) -> &str| entries.iter().map(of).collect::<BTreeSet<_>>();
        assert!(entries.iter().all(|entry| entry.code == 250));
        assert_eq!((entries.len(), all(|e| &e.recipient).len()), (READERS, READERS), "one mail each");
        assert_eq!(all(|e| &e.sender).len(), READERS, "each with a sender of its own");
        let returns = format!("@bounces.{DOMAIN}");
        assert!(entries.iter().all(|e| e.sender.starts_with("b+") && e.sender.ends_with(&returns)));
    }

    /// Readers whose mail came back, from the first; then those who complained.
    async fn take_reports(&self) {
        let entries = self.sink.entries();
        for (n, entry) in entries[..BOUNCES].iter().enumerate() {
            let write = if n % 3 == 0 { reports::exchange } else { reports::postfix };
            let report = write(&entry.sender, &entry.recipient, &self.mail(entry));
            let protocol = if n % 2 == 0 { Lmtp } else { Smtp };
            assert_eq!(self.deliver(protocol, "", &entry.sender, &report).await, 250, "{n}");
        }
        // Known by the address that it is sent to, by the sender of the mail, and by the mail's Message-ID.
        let [by_address, by_sender, by_id] = &entries[BOUNCES..GONE] else { panic!() };
        let loop_address = format!("fbl@bounces.{DOMAIN}");
        for (protocol, entry, to, sender) in [
            (Lmtp, by_address, &by_address.sender, "redacted@example.net"),
            (Smtp, by_sender, &loop_address, &by_sender.sender),
            (Smtp, by_id, &loop_address, "redacted@example.net"),
        ] {
            let report = reports::complaint(to, sender, &self.mail(entry));
            let from = "complaints@feedback.example.net";
            assert_eq!(self.deliver(protocol, from, to, &report).await, 250, "{to}");
        }
    }

    /// Everything here is about readers who stay, or is known already.
    async fn drop_what_proves_nothing(&self) {
        let entries = self.sink.entries();
        let (known, reader, other) = (&entries[0], &entries[GONE], &entries[GONE + 1]);
        let postmaster = format!("postmaster@bounces.{DOMAIN}");
        let made_up = format!("b+{}@bounces.{DOMAIN}", "a".repeat(34));
        let altered = change_letter(&reader.sender);
        let report = |to: &str, mail: &str| reports::postfix(to, &reader.recipient, mail);
        for address in [&made_up, &altered, &format!("reader@bounces.{DOMAIN}")] {
            for protocol in [Smtp, Lmtp] {
                let message = report(address, &self.mail(reader));
                assert_eq!(self.deliver(protocol, "", address, &message).await, 550, "{address}");
            }
        }
        let again = reports::postfix(&known.sender, &known.recipient, &self.mail(known));
        let foreign = self.mail(reader).replace("Message-ID: <", "Message-ID: <x").replace("/u/", "/v/");
        // What was undeliverable is itself a report about a mail of ours.
        let of_report =
            reports::postfix(&postmaster, &known.recipient, &report(&other.sender, &self.mail(other)));
        for (what, to, message) in [
            ("the same again", &known.sender, again.clone()),
            ("the same elsewhere", &postmaster, again),
            ("about another's mail", &postmaster, report(&postmaster, &foreign)),
            ("a note", &reader.sender, reports::vacation(&reader.sender, &reader.recipient)),
            ("a report of a report", &postmaster, of_report),
        ] {
            for protocol in [Smtp, Lmtp] {
                assert_eq!(self.deliver(protocol, "", to, &message).await, 250, "{what}");
            }
        }
    }

    /// Reports are acted on before they are answered, so that there is nothing to wait for.
    async fn check_what_is_known(&self) {
        let entries = self.sink.entries();
        assert_eq!(entries.len(), READERS, "nothing is ever sent in answer to a report");
        let report = self.admin.get(&format!("{}/report", self.campaign)).await;
        assert_eq!(
            (&report["bounced"], &report["complained"]),
            (&json!(BOUNCES), &json!(COMPLAINTS)),
            "{report}"
        );
        assert_eq!(report["ledger"]["sent"], READERS, "the ledger says what it said");
        let bounced: BTreeSet<&str> = entries[..BOUNCES].iter().map(|e| e.recipient.as_str()).collect();
        let complained: BTreeSet<&str> =
            entries[BOUNCES..GONE].iter().map(|e| e.recipient.as_str()).collect();
        let path = format!("{}/subscribers?limit=1000", self.newsletter);
        let readers = self.admin.get(&path).await;
        assert_eq!(readers.as_array().unwrap().len(), READERS);
        for reader in readers.as_array().unwrap() {
            let email = reader["email"].as_str().unwrap();
            let expected = match () {
                () if bounced.contains(email) => "bounced",
                () if complained.contains(email) => "complained",
                () => "active",
            };
            assert_eq!(reader["status"], expected, "{reader}");
        }
        let list = self.admin.get("/api/suppressions?limit=100").await;
        let list: BTreeMap<&str, &Value> =
            list.as_array().unwrap().iter().map(|row| (row["email"].as_str().unwrap(), row)).collect();
        assert_eq!(list.len(), GONE);
        for (email, row) in list {
            let reason = if bounced.contains(email) { "hard_bounce" } else { "complaint" };
            assert!(bounced.contains(email) || complained.contains(email), "{row}");
            assert_eq!((&row["reason"], &row["source"]), (&json!(reason), &json!("report")), "{row}");
            assert!(row["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{row}");
        }
        let domain = self.admin.get(&self.domain).await;
        assert_eq!(
            (&domain["bounce_rate"], &domain["complaint_rate"]),
            (&json!(1.0), &json!(0.3)),
            "{domain}"
        );
    }

    /// The next campaign, and one of an author who knows nothing of it; answers that author's newsletter.
    async fn leave_them_out(&self) -> (Api, String) {
        let gone: Vec<String> = self.sink.entries()[..GONE].iter().map(|e| e.recipient.clone()).collect();
        let second = self.admin.send(&self.newsletter, letter()).await;
        let report = self.admin.get(&format!("{second}/report")).await;
        let ledger = &report["ledger"];
        assert_eq!(
            (&ledger["sent"], &ledger["suppressed"]),
            (&json!(READERS - GONE), &json!(GONE)),
            "{report}"
        );
        let reasons: BTreeMap<&str, i64> = report["reasons"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["state"] == "suppressed")
            .map(|row| (row["reason"].as_str().unwrap(), row["count"].as_i64().unwrap()))
            .collect();
        assert_eq!(reasons, [(BOUNCED, BOUNCES as i64), (COMPLAINED, COMPLAINTS as i64)].into());

        let other = author(&self.home, &self.server, "other@example.com").await;
        let newsletter = self.newsletter_of(&other, "other").await;
        other.import(&newsletter, &format!("email\n{}\nfresh@example.net", gone[0])).await;
        let third = other.send(&newsletter, letter()).await;
        let report = other.get(&format!("{third}/report")).await;
        assert_eq!(
            (&report["ledger"]["sent"], &report["ledger"]["suppressed"]),
            (&json!(1), &json!(1)),
            "{report}"
        );
        let entries = self.sink.entries();
        assert_eq!(entries.len(), READERS + READERS - GONE + 1);
        let again = entries[READERS..].iter().filter(|entry| gone.contains(&entry.recipient)).count();
        assert_eq!(again, 0);
        let (status, text) = other.try_call(Method::GET, "/api/suppressions", None).await;
        assert_eq!(status, 403, "the list names readers of every author: {text}");
        (other, newsletter)
    }

    /// One record of the zone changes: it is the one named, and nothing leaves until it is mended.
    async fn break_a_record(&mut self, (other, newsletter): &(Api, String)) {
        let before = self.sink.entries().len();
        let zone = self.admin.text(&format!("{}/zone", self.domain)).await;
        let broken = zone.replacen("k=rsa; p=MIIB", "k=rsa; p=MIIC", 1);
        assert_ne!(broken, zone);
        self.names.publish(&broken).await;
        let looked = self.verify().await;
        for record in records(&looked) {
            let is_broken = record["value"].as_str().unwrap().contains("k=rsa");
            assert_eq!(record["status"], if is_broken { "wrong" } else { "found" }, "{record}");
        }
        assert_eq!(looked["domain"]["verification_status"], "pending_dns");
        let told = format!("domain_broken: {DOMAIN} is no longer verified");
        assert_eq!(self.notices(&self.admin).await[0], told);
        assert_eq!(self.notices(other).await, [told], "it is the domain of a newsletter of this author too");
        for (api, newsletter) in [(&self.admin, &self.newsletter), (other, newsletter)] {
            let campaign = api.post(&format!("{newsletter}/campaigns"), letter()).await;
            let path = format!("{newsletter}/campaigns/{}/send", campaign["id"]);
            let (status, text) = api.try_call(Method::POST, &path, None).await;
            assert!(status == 409 && text.contains(DOMAIN), "{status} {text}");
        }
        assert_eq!(self.sink.entries().len(), before);

        self.names.publish(&zone).await;
        assert_eq!(self.verify().await["domain"]["verification_status"], "active");
        other.send(newsletter, letter()).await;
        assert_eq!(self.sink.entries().len(), before + 1);
    }

    fn mail(&self, entry: &sink::Entry) -> String {
        String::from_utf8(self.sink.mail(entry)).unwrap()
    }

    async fn deliver(&self, protocol: reports::Protocol, sender: &str, to: &str, report: &str) -> u16 {
        reports::deliver(self.bounce_port, protocol, sender, to, report).await
    }

    /// A newsletter of an author on the domain; answers its path.
    async fn newsletter_of(&self, api: &Api, prefix: &str) -> String {
        let id: i64 = self.domain.rsplit('/').next().unwrap().parse().unwrap();
        let body =
            json!({ "name": "Letters", "from_name": "Ada Lovelace", "from_prefix": prefix, "domain_id": id });
        format!("/api/newsletters/{}", api.post("/api/newsletters", body).await["id"])
    }
}

/// Signs an author up. An access token is good for minutes; a test on a slow machine may take longer.
async fn author(home: &Home, server: &Server, email: &str) -> Api {
    let mut api = Api::sign_up_as(server, email).await;
    api.token = home.answer(&["api-key", "create", "--email", email, "--name", "test"], "");
    api
}

/// The address with one letter of its token changed.
fn change_letter(address: &str) -> String {
    let letter = &address[9..10];
    format!("{}{}{}", &address[..9], if letter == "a" { "b" } else { "a" }, &address[10..])
}

fn records(answer: &Value) -> &[Value] {
    answer["dns_records"].as_array().unwrap()
}

fn statuses(answer: &Value) -> Vec<&str> {
    records(answer).iter().map(|record| record["status"].as_str().unwrap()).collect()
}

/// As long and as plain as what people write.
fn letter() -> Value {
    json!({
        "subject": "The engine weaves algebraic patterns",
        "html_content": "<p>Dear {{ subscriber.first_name }},</p>\
            <p>last week I wrote about the loom of Monsieur Jacquard and the cards that tell it which threads to lift. \
            This week I went to see the new machine in Dorset Street, and I have to correct what I said: it does not \
            only count. It can be told to act upon other things besides number.</p>\
            <p>The whole description is <a href=\"https://notes.example.com/engine\">on my page</a>. Write to me if \
            you find a mistake in the table; I have gone through it three times and no longer see what is there.</p>\
            <p>The room is on the ground floor, with a window to the yard, and the machine stands in the middle of it under \
            a cloth that two people have to lift. It is smaller than I thought it would be from the drawings, and much \
            quieter: the wheels are brass, they are cut so well that they turn without a sound, and all one hears is the \
            small click when a figure is carried from one column to the next. I counted the columns twice. There are six \
            of them now, and there will be more when there is money for more.</p>\
            <p>What struck me most is how little it asks of whoever turns the handle. The numbers are set by hand, one \
            after the other, and after that the order of the work is settled by the machine itself. I was allowed to \
            turn it through a table of squares, and it did not make a mistake in thirty lines, while I made two in \
            writing down what it showed. A person who copies is the weakest part of every table that I own, and I own \
            many of them.</p>\
            <p>Then we talked about the cards. A loom reads a card as it reads a pattern, row by row, and it does not \
            know what a flower is. The plan is to let the larger machine read its orders in the same way, with one set \
            of cards for what is to be done and another for what it is to be done with. Once that is so, the same orders \
            can be given to other figures without being written again, and an order can be repeated until something has \
            come about that was asked for. I do not think that the people in the room saw what follows from this. I am \
            not sure that I do.</p>\
            <p>For next week I have promised to write down a whole calculation in this manner, from its first card to its \
            last, so that everybody can follow it with a pencil. It will be the numbers that are named after the family \
            from Basel, because they can be had in more than one way and so can be checked. If you would like to try it \
            yourselves before that, begin with the simplest case, keep every result on a line of its own, and do not \
            throw anything away: what looks like waste in the third step is needed again in the seventh.</p>\
            <p>I have also been asked what such a thing is good for. The honest answer is that it saves errors, and that \
            errors cost more than anybody who does not sail can imagine. The other answer is that nobody knows, and that \
            this is the reason to build it.</p>\
            <p>Yours sincerely,<br>Ada</p>",
    })
}
