//! What comes back, as other servers write it, and how they deliver it.

use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

/// How the receiver is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Smtp,
    Lmtp,
}

/// Delivers one message to one recipient and answers the code that decided about it.
pub async fn deliver(port: u16, protocol: Protocol, sender: &str, recipient: &str, message: &str) -> u16 {
    let mut stream = BufReader::new(TcpStream::connect(("127.0.0.1", port)).await.unwrap());
    assert_eq!(code(&mut stream).await, 220);
    let hello = if protocol == Protocol::Lmtp { "LHLO" } else { "EHLO" };
    for command in [format!("{hello} mx.example.net"), format!("MAIL FROM:<{sender}>")] {
        assert_eq!(ask(&mut stream, &command).await, 250, "{command}");
    }
    let mut answer = ask(&mut stream, &format!("RCPT TO:<{recipient}>")).await;
    if answer == 250 {
        assert_eq!(ask(&mut stream, "DATA").await, 354);
        // RFC 5321 §4.5.2
        answer = ask(&mut stream, &format!("{}.", message.replace("\r\n.", "\r\n.."))).await;
    }
    assert_eq!(ask(&mut stream, "QUIT").await, 221);
    answer
}

async fn ask(stream: &mut BufReader<TcpStream>, line: &str) -> u16 {
    stream.write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
    code(stream).await
}

/// The code of an answer of one or more lines.
async fn code(stream: &mut BufReader<TcpStream>) -> u16 {
    loop {
        let mut line = String::new();
        assert!(stream.read_line(&mut line).await.unwrap() > 0, "the receiver hung up");
        if line.as_bytes()[3] == b' ' {
            return line[..3].parse().unwrap();
        }
    }
}

/// RFC 3464 as Postfix writes it, with the whole mail.
pub fn postfix(to: &str, reader: &str, mail: &str) -> String {
    format!(
        "Return-Path: <>\r\n\
         Received: by mx.example.net (Postfix)\r\n\tid 4XyZ1234; Mon, 02 Nov 2026 10:00:00 +0000 (UTC)\r\n\
         Date: Mon, 02 Nov 2026 10:00:00 +0000 (UTC)\r\n\
         From: MAILER-DAEMON@mx.example.net (Mail Delivery System)\r\n\
         Subject: Undelivered Mail Returned to Sender\r\n\
         To: {to}\r\nAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary=\"4XyZ1234.1/mx.example.net\"\r\n\
         Message-Id: <20261102100000.4XyZ1234@mx.example.net>\r\n\r\n\
         This is a MIME-encapsulated message.\r\n\r\n\
         --4XyZ1234.1/mx.example.net\r\nContent-Description: Notification\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n\
         This is the mail system at host mx.example.net.\r\n\r\n\
         <{reader}>: host mailstore.example.net[192.0.2.7] said: 550 5.1.1\r\n    <{reader}>: Recipient address rejected: \
         User unknown (in reply to RCPT TO command)\r\n\r\n\
         --4XyZ1234.1/mx.example.net\r\nContent-Description: Delivery report\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example.net\r\nX-Postfix-Queue-ID: 4XyZ1234\r\n\
         Arrival-Date: Mon, 02 Nov 2026 09:59:58 +0000 (UTC)\r\n\r\n\
         Final-Recipient: rfc822; {reader}\r\nOriginal-Recipient: rfc822;{reader}\r\nAction: failed\r\nStatus: 5.1.1\r\n\
         Remote-MTA: dns; mailstore.example.net\r\n\
         Diagnostic-Code: smtp; 550 5.1.1 <{reader}>: Recipient address rejected: User\r\n    unknown\r\n\r\n\
         --4XyZ1234.1/mx.example.net\r\nContent-Description: Undelivered Message\r\nContent-Type: message/rfc822\r\n\r\n\
         {mail}\r\n--4XyZ1234.1/mx.example.net--\r\n"
    )
}

/// RFC 3464 as Exchange writes it: texts in base64, no extended reason, the header alone.
pub fn exchange(to: &str, reader: &str, mail: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap();
    format!(
        "From: <postmaster@outlook.example.net>\r\nTo: <{to}>\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\n\
         Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary=\"_b1\"\r\nMIME-Version: 1.0\r\n\
         Content-Language: en-US\r\nMessage-ID: <b1@outlook.example.net>\r\n\
         Subject: Undeliverable: letter\r\nAuto-Submitted: auto-replied\r\n\r\n\
         --_b1\r\nContent-Type: multipart/alternative; differences=Content-Type;\r\n\tboundary=\"_b2\"\r\n\r\n\
         --_b2\r\nContent-Type: text/plain; charset=\"utf-8\"\r\nContent-Transfer-Encoding: base64\r\n\r\n\
         WW91ciBtZXNzYWdlIGNvdWxkIG5vdCBiZSBkZWxpdmVyZWQu\r\n\r\n--_b2--\r\n\r\n\
         --_b1\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns;OUTLOOK.EXAMPLE.NET\r\nReceived-From-MTA: dns;letters.example.test\r\n\
         Arrival-Date: Mon, 2 Nov 2026 09:59:59 +0000\r\n\r\n\
         Final-Recipient: rfc822;{reader}\r\nAction: failed\r\nStatus: 5.1.10\r\n\
         Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup\r\n\r\n\
         --_b1\r\nContent-Type: text/rfc822-headers\r\n\r\n{head}\r\n\r\n--_b1--\r\n"
    )
}

/// RFC 5965, with the whole mail.
pub fn complaint(to: &str, sender: &str, mail: &str) -> String {
    format!(
        "From: <complaints@feedback.example.net>\r\nDate: Mon, 2 Nov 2026 11:00:00 +0000\r\n\
         Subject: FW: letter\r\nTo: <{to}>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report;\r\n\tboundary=\"part1\"\r\n\r\n\
         --part1\r\nContent-Type: text/plain; charset=\"US-ASCII\"\r\nContent-Transfer-Encoding: 7bit\r\n\r\n\
         This is an email abuse report for a message received on Mon, 2 Nov 2026.\r\n\r\n\
         --part1\r\nContent-Type: message/feedback-report\r\n\r\n\
         Feedback-Type: abuse\r\nUser-Agent: SomeGenerator/1.0\r\nVersion: 1\r\n\
         Original-Mail-From: <{sender}>\r\nArrival-Date: Mon, 2 Nov 2026 09:59:59 +0000\r\n\
         Reported-Domain: example.test\r\nSource-IP: 192.0.2.1\r\n\r\n\
         --part1\r\nContent-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n{mail}\r\n--part1--\r\n"
    )
}

/// RFC 3834: nobody is there to read, which is no bounce.
pub fn vacation(to: &str, reader: &str) -> String {
    format!(
        "From: <{reader}>\r\nTo: <{to}>\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\nSubject: Out of office: letter\r\n\
         Message-ID: <away@example.net>\r\nAuto-Submitted: auto-replied (vacation)\r\nPrecedence: bulk\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n\
         I am away until Monday. My old mailbox is no longer in use: 550 5.1.1 user unknown.\r\n"
    )
}
