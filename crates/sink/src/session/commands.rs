//! Command lines.

use std::io;

use base64::{Engine, prelude::BASE64_STANDARD};

use super::{Flow, Mode, Session, Transaction};
use crate::{
    SessionStep,
    steer::{Action, Rule, Step},
};

impl Session {
    pub(super) async fn line(&mut self, line: &str) -> io::Result<Flow> {
        match std::mem::replace(&mut self.mode, Mode::Command) {
            Mode::AuthPlain => return self.sign_in_plain(line),
            Mode::AuthUser => {
                self.mode = Mode::AuthPassword { user: decode(line) };
                self.say("334 UGFzc3dvcmQ6\r\n");
                return Ok(Flow::Go);
            }
            Mode::AuthPassword { user } => return self.check(&user, &decode(line)),
            Mode::Command | Mode::Data { .. } | Mode::Chunk { .. } => {}
        }
        let verb = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        match verb.as_str() {
            "MAIL" => self.mail(line).await,
            "RCPT" => self.rcpt(line).await,
            "DATA" => self.data_command().await,
            "BDAT" if self.shared.config.chunking => self.bdat(line).await,
            "EHLO" => self.ehlo().await,
            "HELO" => {
                self.say("250 sink\r\n");
                self.session_fault(SessionStep::Hello).await
            }
            "STARTTLS" if self.offers_start_tls() => self.start_tls().await,
            "AUTH" if self.shared.config.auth.is_some() => self.auth(line).await,
            "RSET" => {
                self.transaction = Transaction::default();
                self.say("250 2.0.0 Ok\r\n");
                Ok(Flow::Go)
            }
            "NOOP" => {
                self.say("250 2.0.0 Ok\r\n");
                Ok(Flow::Go)
            }
            "QUIT" => {
                self.say("221 2.0.0 Bye\r\n");
                self.end().await
            }
            _ => {
                self.say("500 5.5.2 unknown command\r\n");
                Ok(Flow::Go)
            }
        }
    }

    fn offers_start_tls(&self) -> bool {
        let tls = self.stream.as_ref().is_some_and(crate::stream::Stream::is_tls);
        self.shared.config.tls.is_some() && !tls
    }

    async fn ehlo(&mut self) -> io::Result<Flow> {
        if self.session_fault(SessionStep::Hello).await? == Flow::End {
            return Ok(Flow::End);
        }
        let start_tls = self.offers_start_tls();
        let config = &self.shared.config;
        if config.no_ehlo {
            self.say("502 5.5.1 not implemented\r\n");
            return Ok(Flow::Go);
        }
        let keywords = [
            (!config.no_pipelining, "PIPELINING"),
            (config.chunking, "CHUNKING"),
            (config.smtputf8, "SMTPUTF8"),
            (start_tls, "STARTTLS"),
            (config.auth.is_some() && !config.login_only, "AUTH PLAIN LOGIN"),
            (config.auth.is_some() && config.login_only, "AUTH LOGIN"),
            (true, "8BITMIME"),
            (true, "ENHANCEDSTATUSCODES"),
        ];
        let mut answer = "250-sink\r\n".to_owned();
        for (_, keyword) in keywords.iter().filter(|(offered, _)| *offered) {
            answer.push_str("250-");
            answer.push_str(keyword);
            answer.push_str("\r\n");
        }
        answer.push_str("250 HELP\r\n");
        self.say(&answer);
        Ok(Flow::Go)
    }

    async fn start_tls(&mut self) -> io::Result<Flow> {
        self.say("220 2.0.0 go ahead\r\n");
        self.flush().await?;
        // What came in the clear must not be taken for the encrypted client's.
        self.at = self.input.len();
        if self.session_fault(SessionStep::Tls).await? == Flow::End {
            return Ok(Flow::End);
        }
        self.encrypt().await?;
        (self.transaction, self.signed_in) = (Transaction::default(), false);
        Ok(Flow::Go)
    }

    async fn auth(&mut self, line: &str) -> io::Result<Flow> {
        if self.session_fault(SessionStep::Auth).await? == Flow::End {
            return Ok(Flow::End);
        }
        let mut words = line.split(' ').skip(1);
        match (words.next().unwrap_or_default().to_ascii_uppercase().as_str(), words.next()) {
            ("PLAIN", Some(secret)) if !self.shared.config.login_only => return self.sign_in_plain(secret),
            ("PLAIN", None) if !self.shared.config.login_only => {
                self.mode = Mode::AuthPlain;
                self.say("334 \r\n");
            }
            ("LOGIN", None) => {
                self.mode = Mode::AuthUser;
                self.say("334 VXNlcm5hbWU6\r\n");
            }
            _ => self.say("504 5.5.4 unknown mechanism\r\n"),
        }
        Ok(Flow::Go)
    }

    fn sign_in_plain(&mut self, secret: &str) -> io::Result<Flow> {
        let secret = decode(secret);
        let mut parts = secret.split('\0').skip(1);
        let (user, password) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        self.check(user, password)
    }

    #[expect(clippy::unnecessary_wraps, reason = "the type of every command")]
    fn check(&mut self, user: &str, password: &str) -> io::Result<Flow> {
        let wanted = self.shared.config.auth.as_ref();
        self.signed_in = wanted.is_some_and(|(u, p)| u == user && p == password);
        self.say(if self.signed_in { "235 2.7.0 welcome\r\n" } else { "535 5.7.8 wrong\r\n" });
        Ok(Flow::Go)
    }

    async fn mail(&mut self, line: &str) -> io::Result<Flow> {
        let Some(sender) = address(line) else {
            self.say("501 5.5.4 syntax\r\n");
            return Ok(Flow::Go);
        };
        if self.shared.config.auth.is_some() && !self.signed_in {
            self.say("530 5.7.0 authentication required\r\n");
            return Ok(Flow::Go);
        }
        if self.transaction.sender.is_some() {
            self.say("503 5.5.1 nested MAIL command\r\n");
            return Ok(Flow::Go);
        }
        let utf8 = line.rsplit('>').next().unwrap_or_default().split(' ').any(|word| word == "SMTPUTF8");
        if (utf8 && !self.shared.config.smtputf8) || (!utf8 && !sender.is_ascii()) {
            self.say("553 5.6.7 non-ASCII\r\n");
            return Ok(Flow::Go);
        }
        self.transaction.utf8 = utf8;
        let action = self.fire(sender, Rule::parse(sender).as_ref(), Step::Mail);
        if !matches!(action, Some(Action::Answer(_))) {
            self.transaction.sender = Some(sender.to_owned());
        }
        self.perform(action, "250 2.1.0 Ok\r\n").await
    }

    async fn rcpt(&mut self, line: &str) -> io::Result<Flow> {
        if self.transaction.sender.is_none() {
            self.say("503 5.5.1 need MAIL command\r\n");
            return Ok(Flow::Go);
        }
        let Some(recipient) = address(line).filter(|recipient| !recipient.is_empty()) else {
            self.say("501 5.1.3 syntax\r\n");
            return Ok(Flow::Go);
        };
        if !self.transaction.utf8 && !recipient.is_ascii() {
            self.say("553 5.6.7 non-ASCII\r\n");
            return Ok(Flow::Go);
        }
        let rule = Rule::parse(recipient);
        let refusal = self.shared.refuse(recipient).map(Action::Answer);
        let action = refusal.or_else(|| self.fire(recipient, rule.as_ref(), Step::Rcpt));
        let refused = match &action {
            Some(Action::Answer(octets)) => !octets.starts_with(b"2"),
            Some(Action::Anyway) => true,
            _ => false,
        };
        if !refused {
            self.transaction.recipient = Some(recipient.to_owned());
            self.transaction.rule = rule;
        }
        self.perform(action, "250 2.1.5 Ok\r\n").await
    }

    async fn data_command(&mut self) -> io::Result<Flow> {
        let Some(recipient) = &self.transaction.recipient else {
            if self.transaction.anyway {
                self.mode = Mode::Data { scanned: None };
                self.say("354 go on, whoever it is for\r\n");
            } else if self.transaction.sender.is_some() {
                self.say("554 5.5.1 no valid recipients\r\n");
            } else {
                self.say("503 5.5.1 need RCPT command\r\n");
            }
            return Ok(Flow::Go);
        };
        let action = self.fire(recipient, self.transaction.rule.as_ref(), Step::Data);
        if !matches!(action, Some(Action::Answer(_))) {
            self.mode = Mode::Data { scanned: None };
        }
        self.perform(action, "354 end with a lone dot\r\n").await
    }

    async fn bdat(&mut self, line: &str) -> io::Result<Flow> {
        let mut words = line.split(' ').skip(1);
        let Some(size) = words.next().and_then(|size| size.parse().ok()) else {
            self.say("501 5.5.4 syntax\r\n");
            return self.end().await;
        };
        let last = words.next().is_some_and(|word| word.eq_ignore_ascii_case("LAST"));
        self.mode = Mode::Chunk { size, last };
        Ok(Flow::Go)
    }
}

/// Between the angle brackets.
fn address(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('<')?;
    rest.split_once('>').map(|(address, _)| address)
}

fn decode(word: &str) -> String {
    let octets = BASE64_STANDARD.decode(word).unwrap_or_default();
    String::from_utf8_lossy(&octets).into_owned()
}
