//! Spanish. Subscribers are addressed as "tú".

use super::{
    Campaign, Common, Confirm, Emails, NewsletterPage, OwnData, Preferences, Subscribe, Unsubscribe, Words,
};

const MONTHS: [&str; 12] = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];

pub const WORDS: Words = Words {
    common: Common {
        day: |year, month, day| format!("{day} de {} de {year}", MONTHS[month as usize - 1]),
        no_subject: "(sin asunto)",
        missing_title: "Página no encontrada",
        missing: "Puede que la dirección esté incompleta o que esta página ya no sea pública.",
        unknown_link_title: "Este enlace no funciona",
        unknown_link: "Puede que se haya cortado. Vuelve a abrirlo desde el propio correo.",
        sample_title: "Esto es un ejemplo",
        sample: "Este enlace viene de una vista previa o de un correo de prueba, así que no cambia nada. En un correo a un \
            suscriptor abre su propia página.",
        too_many_title: "Demasiados intentos",
        too_many: "Ha habido muchos intentos desde tu red. Vuelve a intentarlo dentro de diez minutos.",
        ended_title: "Este enlace ya no es válido",
        inbox_title: "Revisa tu bandeja de entrada",
        spam: "¿No ha llegado nada después de unos minutos? Mira en la carpeta de correo no deseado.",
    },
    newsletter: NewsletterPage {
        subscribe: "Suscribirse",
        email: "Correo electrónico",
        first_name: "Nombre",
        optional: "(opcional)",
        leave_empty: "Deja este campo vacío",
        closed: "Este boletín no admite nuevas suscripciones.",
        archive: "Archivo",
        nothing_sent: "Todavía no se ha enviado nada.",
        older: "Números anteriores",
        feed: "Canal RSS",
    },
    subscribe: Subscribe {
        asked: |name| {
            format!(
                "Te hemos enviado un correo, a menos que ya recibas {name}. Abre el enlace que contiene y pulsa el \
            botón para suscribirte."
            )
        },
        back: |name| format!("Volver a {name}"),
        unreadable: "No hemos podido leer el formulario. Rellénalo otra vez, por favor.",
        wrong_email: "Esta dirección de correo no puede ser correcta. Revísala y vuelve a intentarlo.",
        long_name: "Un nombre puede tener hasta 200 caracteres.",
        wrong_name: "Un nombre tiene que ser una sola línea de texto.",
        closed_title: "No se admiten nuevas suscripciones",
        closed: |name| format!("{name} no admite nuevas suscripciones en este momento."),
    },
    confirm: Confirm {
        title: |name| format!("¿Quieres suscribirte a {name}?"),
        question: |name| format!("Pulsa el botón para recibir {name} en esta dirección."),
        button: "Confirmar suscripción",
        done_title: "Suscripción confirmada",
        done: |name| format!("El próximo número de {name} llegará a tu bandeja de entrada."),
        earlier: "Leer números anteriores",
        ended: "Un enlace de confirmación es válido durante 7 días.",
        again: |name| format!("Volver a suscribirse a {name}"),
    },
    preferences: Preferences {
        title: "Tu suscripción",
        saved: "Tu nombre se ha guardado.",
        newsletter: "Boletín",
        email: "Correo electrónico",
        status: "Estado",
        since: "Desde",
        first_name: "Nombre",
        last_name: "Apellidos",
        save: "Guardar",
        leave: "Darse de baja",
        unsubscribe: "Cancelar la suscripción",
        come_back: "Volver",
        subscribe_again: "Volver a suscribirse",
        data: "Tus datos",
        download: "Descargar…",
        erase: "Borrar…",
        proof: "Antes enviamos un enlace a tu dirección, para asegurarnos de que eres tú.",
        active: "Recibes todos los números.",
        pending: "Todavía no has confirmado tu dirección.",
        unsubscribed: "Has cancelado tu suscripción.",
        bounced: "Un correo dirigido a ti fue devuelto, así que ya no te enviamos más.",
        complained: "Marcaste un correo como no deseado, así que ya no te enviamos más.",
        gone_title: "No guardamos nada sobre ti",
        gone: "La suscripción a la que pertenecía este enlace ya no existe.",
    },
    unsubscribe: Unsubscribe {
        title: |name| format!("¿Quieres cancelar tu suscripción a {name}?"),
        question: |name| format!("Dejarás de recibir {name} en esta dirección."),
        button: "Cancelar la suscripción",
        done_title: "Has cancelado tu suscripción",
        done: |name| format!("Ya no recibirás {name}."),
        close: "Puedes cerrar esta página.",
        gone: "Este boletín ya no existe. No volverás a recibirlo.",
    },
    own_data: OwnData {
        export_title: "Tus datos",
        export: |name| {
            format!(
                "Este archivo contiene todo lo que {name} guarda sobre ti. Se abre con cualquier editor de texto."
            )
        },
        export_button: "Descargar en JSON",
        file_name: "mis-datos.json",
        erase_title: "¿Quieres borrar tus datos?",
        erase: |name| {
            format!(
                "{name} borrará todo lo que guarda sobre ti y dejarás de recibirlo. Esto no se puede deshacer."
            )
        },
        erase_button: "Borrar mis datos",
        back: "Volver",
        sent: |address| {
            format!(
                "Hemos enviado un enlace a {address}. Es válido durante un día. Así nadie a quien reenvíes un correo \
            puede leer ni borrar tus datos."
            )
        },
        hourly: "Enviamos como máximo un correo de este tipo por hora.",
        cannot_title: "Ahora no podemos enviar correos",
        cannot: |name| format!("{name} no puede enviarte ahora el enlace a tus datos."),
        later: "Vuelve a intentarlo más tarde.",
        later_or_write: |address| format!("Vuelve a intentarlo más tarde o escribe a {address}."),
        ended: "Es válido durante un día.",
        again: "Pedir uno nuevo",
        erased_title: "Tus datos se han borrado",
        erased: |name| format!("{name} ya no guarda nada sobre ti y no volverás a recibirlo."),
    },
    emails: Emails {
        hello: "Hola:",
        confirm_subject: |name| format!("Confirma tu suscripción: {name}"),
        confirm: |name| {
            format!(
                "Alguien, esperamos que tú, quiere recibir {name} en esta dirección.\n\
            Para suscribirte, abre esta página y pulsa el botón que verás en ella:"
            )
        },
        confirm_ends: "El enlace es válido durante 7 días. Si no has sido tú, no hagas nada: no\nrecibirás nada.",
        export_subject: |name| format!("Tus datos: {name}"),
        export: |name| {
            format!(
                "Alguien, esperamos que tú, ha preguntado qué guarda {name} sobre ti.\n\
            Para recibir tus datos, abre esta página y pulsa el botón que verás en ella:"
            )
        },
        erase_subject: |name| format!("¿Quieres borrar tus datos? {name}"),
        erase: |name| {
            format!(
                "Alguien, esperamos que tú, ha pedido que {name} borre tus datos.\n\
            Para borrarlos, abre esta página y pulsa el botón que verás en ella:"
            )
        },
        own_data_ends: "El enlace es válido durante un día. Si no has sido tú, no hagas nada: no\n\
            pasará nada. Quien lo ha pedido tiene un correo tuyo, quizá uno reenviado.",
    },
    campaign: Campaign { unsubscribe: "Cancelar la suscripción" },
};
