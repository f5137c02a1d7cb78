/** What the columns of a CSV file are called in the wild. The server knows the same names; see its imports. */

export type Target =
  | "email"
  | "first_name"
  | "last_name"
  | "name"
  | "tags"
  | "subscribed_at"
  | "status"
  | `attributes.${string}`
  | null;

const EMAIL = [
  "email",
  "e mail",
  "mail",
  "email address",
  "e mail address",
  "mail address",
  "emailaddress",
  "email adresse",
  "e mail adresse",
  "emailadresse",
  "mailadresse",
  "mail adresse",
  "adresse e mail",
  "adresse email",
  "adresse mail",
  "courriel",
  "adresse courriel",
  "correo",
  "correo electrónico",
  "correo electronico",
  "e post",
  "epost",
  "e mailadres",
  "emailadres",
  "indirizzo email",
  "indirizzo e mail",
  "endereço de email",
  "e mailová adresa",
  "adres e mail",
  "subscriber email",
];
const FIRST_NAME =
  "first name|firstname|first|given name|givenname|forename|fname|vorname|prénom|prenom|nombre|nome|voornaam|fornavn|förnamn|etunimi|imię|jméno|имя".split(
    "|",
  );
const LAST_NAME =
  "last name|lastname|last|surname|family name|familyname|lname|nachname|familienname|nom|nom de famille|apellido|apellidos|cognome|sobrenome|apelido|achternaam|etternavn|efternavn|efternamn|sukunimi|nazwisko|příjmení|фамилия".split(
    "|",
  );
const TAGS = ["tags", "tag", "labels", "schlagworte", "étiquettes", "etiquetas", "etichette"];
const NAME =
  "name|full name|fullname|your name|display name|subscriber name|vollständiger name|nom complet|nombre completo|nome completo|volledige naam|naam|navn|namn|имя и фамилия".split(
    "|",
  );
/** When they subscribed, the surest first. */
const SUBSCRIBED_AT =
  "subscribed at|subscribed on|subscribed date|subscription date|date subscribed|subscribe date|confirmed at|confirm time|optin time|opt in time|opt in date|optin date|opted in at|signup date|sign up date|signed up at|joined at|join date|date joined|date added|added on|added at|created at|created on|created|date created|creation date|subscribed|anmeldedatum".split(
    "|",
  );

/** A header without case, signs and doubled spaces: "E-Mail_Address " is "e mail address". */
const plain = (header: string) =>
  header
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");

export const attributeName = (header: string): string => {
  const own = /^attributes\.(\w[\w-]*)$/.exec(header.trim())?.[1];
  return own ?? plain(header).replaceAll(" ", "_").slice(0, 64);
};

function recognise(header: string): Target {
  const name = plain(header);
  if (header.trim().startsWith("attributes.")) return `attributes.${attributeName(header)}`;
  if (EMAIL.includes(name)) return "email";
  if (FIRST_NAME.includes(name)) return "first_name";
  if (LAST_NAME.includes(name)) return "last_name";
  if (TAGS.includes(name)) return "tags";
  if (name === "status") return "status";
  if (NAME.includes(name)) return "name";
  if (SUBSCRIBED_AT.includes(name)) return "subscribed_at";
  // The server heeds it by its name, whatever becomes of the column.
  if (name === "unsubscribed at") return null;
  return `attributes.${attributeName(header)}`;
}

/** What each header most likely means. The first of two columns for one field has it; attributes get a number. */
export function recogniseHeaders(headers: string[]): Target[] {
  const taken = new Set<Target>();
  const found = headers.map(recognise);
  const isSplit = found.includes("first_name") || found.includes("last_name");
  const times = headers.map((header) => SUBSCRIBED_AT.indexOf(plain(header))).filter((rank) => rank >= 0);
  const surest = Math.min(...times);
  return headers.map((header, index) => {
    let target = found[index] ?? null;
    const isLess = target === "subscribed_at" && SUBSCRIBED_AT.indexOf(plain(header)) !== surest;
    if (isLess || (target === "name" && isSplit)) target = `attributes.${attributeName(header)}`;
    if (target === "attributes.") target = `attributes.column_${index + 1}`;
    if (target?.startsWith("attributes.")) {
      const base = target as `attributes.${string}`;
      for (let number = 2; taken.has(target); number++) target = `${base}_${number}`;
    } else if (taken.has(target)) return null;
    if (target !== null) taken.add(target);
    return target;
  });
}
