//! German. Subscribers are addressed as "Sie", and where it reads well not at all.

use super::{
    Campaign, Common, Confirm, Emails, NewsletterPage, OwnData, Preferences, Subscribe, Unsubscribe, Words,
};

const MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

pub const WORDS: Words = Words {
    common: Common {
        day: |year, month, day| format!("{day}. {} {year}", MONTHS[month as usize - 1]),
        no_subject: "(kein Betreff)",
        missing_title: "Seite nicht gefunden",
        missing: "Die Adresse ist vielleicht unvollständig, oder die Seite ist nicht mehr öffentlich.",
        unknown_link_title: "Dieser Link funktioniert nicht",
        unknown_link: "Vielleicht wurde er abgeschnitten. Bitte öffnen Sie ihn noch einmal direkt aus der E-Mail.",
        sample_title: "Das ist ein Beispiel",
        sample: "Dieser Link stammt aus einer Vorschau oder einer Test-E-Mail und ändert deshalb nichts. In einer E-Mail an \
            Abonnenten führt er auf deren eigene Seite.",
        too_many_title: "Zu viele Versuche",
        too_many: "Aus Ihrem Netzwerk kamen sehr viele Versuche. Bitte versuchen Sie es in zehn Minuten noch einmal.",
        ended_title: "Dieser Link ist nicht mehr gültig",
        inbox_title: "Bitte sehen Sie in Ihr Postfach",
        spam: "Nach ein paar Minuten noch nichts da? Bitte sehen Sie auch im Spam-Ordner nach.",
    },
    newsletter: NewsletterPage {
        subscribe: "Abonnieren",
        email: "E-Mail-Adresse",
        first_name: "Vorname",
        optional: "(freiwillig)",
        leave_empty: "Dieses Feld bitte leer lassen",
        closed: "Dieser Newsletter kann nicht mehr abonniert werden.",
        archive: "Archiv",
        nothing_sent: "Bisher ist keine Ausgabe erschienen.",
        older: "Ältere Ausgaben",
        feed: "RSS-Feed",
    },
    subscribe: Subscribe {
        asked: |name| {
            format!(
                "Wir haben Ihnen eine E-Mail geschickt, sofern Sie {name} nicht schon erhalten. Öffnen Sie den \
            Link darin und klicken Sie dort auf den Button, um das Abonnement zu bestätigen."
            )
        },
        back: |name| format!("Zurück zu {name}"),
        unreadable: "Das Formular konnte nicht gelesen werden. Bitte füllen Sie es noch einmal aus.",
        wrong_email: "Diese E-Mail-Adresse kann nicht stimmen. Bitte prüfen Sie sie und versuchen Sie es noch einmal.",
        long_name: "Ein Name kann höchstens 200 Zeichen lang sein.",
        wrong_name: "Ein Name muss aus einer einzigen Textzeile bestehen.",
        closed_title: "Keine neuen Abonnements",
        closed: |name| format!("{name} kann zurzeit nicht abonniert werden."),
    },
    confirm: Confirm {
        title: |name| format!("{name} abonnieren?"),
        question: |name| format!("Klicken Sie auf den Button, um {name} an diese Adresse zu erhalten."),
        button: "Abonnement bestätigen",
        done_title: "Ihr Abonnement ist bestätigt",
        done: |name| format!("Die nächste Ausgabe von {name} kommt in Ihr Postfach."),
        earlier: "Frühere Ausgaben lesen",
        ended: "Ein Bestätigungslink ist 7 Tage lang gültig.",
        again: |name| format!("{name} noch einmal abonnieren"),
    },
    preferences: Preferences {
        title: "Ihr Abonnement",
        saved: "Ihr Name wurde gespeichert.",
        newsletter: "Newsletter",
        email: "E-Mail-Adresse",
        status: "Status",
        since: "Seit",
        first_name: "Vorname",
        last_name: "Nachname",
        save: "Speichern",
        leave: "Abbestellen",
        unsubscribe: "Newsletter abbestellen",
        come_back: "Wieder dabei sein",
        subscribe_again: "Erneut abonnieren",
        data: "Ihre Daten",
        download: "Herunterladen …",
        erase: "Löschen …",
        proof: "Wir schicken zuerst einen Link an Ihre Adresse, damit wir sicher sind, dass Sie es sind.",
        active: "Sie erhalten jede Ausgabe.",
        pending: "Sie haben Ihre Adresse noch nicht bestätigt.",
        unsubscribed: "Sie haben den Newsletter abbestellt.",
        bounced: "Eine E-Mail an Sie kam zurück, deshalb senden wir keine mehr.",
        complained: "Sie haben eine E-Mail als Spam gemeldet, deshalb senden wir keine mehr.",
        gone_title: "Über Sie ist nichts gespeichert",
        gone: "Das Abonnement, zu dem dieser Link gehörte, gibt es nicht mehr.",
    },
    unsubscribe: Unsubscribe {
        title: |name| format!("{name} abbestellen?"),
        question: |name| format!("Sie erhalten {name} dann nicht mehr an diese Adresse."),
        button: "Abbestellen",
        done_title: "Sie haben den Newsletter abbestellt",
        done: |name| format!("Sie erhalten {name} nicht mehr."),
        close: "Sie können diese Seite schließen.",
        gone: "Diesen Newsletter gibt es nicht mehr. Sie werden ihn nicht mehr erhalten.",
    },
    own_data: OwnData {
        export_title: "Ihre Daten",
        export: |name| {
            format!(
                "Diese Datei enthält alles, was {name} über Sie gespeichert hat. Sie lässt sich mit jedem \
            Texteditor öffnen."
            )
        },
        export_button: "Als JSON herunterladen",
        file_name: "meine-daten.json",
        erase_title: "Ihre Daten löschen?",
        erase: |name| {
            format!(
                "{name} löscht alles, was über Sie gespeichert ist, und Sie erhalten keine weiteren Ausgaben. Das \
            lässt sich nicht rückgängig machen."
            )
        },
        erase_button: "Meine Daten löschen",
        back: "Zurück",
        sent: |address| {
            format!(
                "Wir haben einen Link an {address} geschickt. Er ist einen Tag lang gültig. So kann niemand, an \
            den Sie eine E-Mail weiterleiten, Ihre Daten lesen oder löschen."
            )
        },
        hourly: "Wir senden höchstens eine solche E-Mail pro Stunde.",
        cannot_title: "Zurzeit können keine E-Mails gesendet werden",
        cannot: |name| format!("{name} kann Ihnen den Link zu Ihren Daten gerade nicht schicken."),
        later: "Bitte versuchen Sie es später noch einmal.",
        later_or_write: |address| {
            format!("Bitte versuchen Sie es später noch einmal oder schreiben Sie an {address}.")
        },
        ended: "Er ist einen Tag lang gültig.",
        again: "Neuen Link anfordern",
        erased_title: "Ihre Daten wurden gelöscht",
        erased: |name| {
            format!("{name} hat nichts mehr über Sie gespeichert, und Sie erhalten keine weiteren Ausgaben.")
        },
    },
    emails: Emails {
        hello: "Guten Tag,",
        confirm_subject: |name| format!("Bitte bestätigen: {name}"),
        confirm: |name| {
            format!(
                "jemand, hoffentlich Sie selbst, möchte {name} an diese Adresse erhalten.\n\
            Öffnen Sie zum Bestätigen diese Seite und klicken Sie dort auf den Button:"
            )
        },
        confirm_ends: "Der Link ist 7 Tage lang gültig. Wenn Sie das nicht waren, brauchen Sie\nnichts zu tun: Sie erhalten \
            dann nichts.",
        export_subject: |name| format!("Ihre Daten: {name}"),
        export: |name| {
            format!(
                "jemand, hoffentlich Sie selbst, möchte wissen, was {name} über Sie\n\
            gespeichert hat. Öffnen Sie dazu diese Seite und klicken Sie dort auf den\nButton:"
            )
        },
        erase_subject: |name| format!("Ihre Daten löschen? {name}"),
        erase: |name| {
            format!(
                "jemand, hoffentlich Sie selbst, möchte, dass {name} Ihre Daten löscht.\n\
            Öffnen Sie dazu diese Seite und klicken Sie dort auf den Button:"
            )
        },
        own_data_ends: "Der Link ist einen Tag lang gültig. Wenn Sie das nicht waren, brauchen Sie\n\
            nichts zu tun: Es passiert dann nichts. Wer angefragt hat, besitzt eine Ihrer\n\
            E-Mails, vielleicht eine, die Sie weitergeleitet haben.",
    },
    campaign: Campaign { unsubscribe: "Newsletter abbestellen" },
};
