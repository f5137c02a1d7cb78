/** What the columns of a CSV file are called in the wild. The server knows the same names; see its imports. */

export type Target = "email" | "first_name" | "last_name" | "tags" | "status" | `attributes.${string}` | null;

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
/** Columns of the export that say nothing about the reader. */
const OWN = ["subscribed at", "unsubscribed at"];

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
  if (OWN.includes(name)) return null;
  return `attributes.${attributeName(header)}`;
}

/** What each header most likely means. The first of two columns for one field has it; attributes get a number. */
export function recogniseHeaders(headers: string[]): Target[] {
  const taken = new Set<Target>();
  return headers.map((header, index) => {
    let target = recognise(header);
    if (target === "attributes.") target = `attributes.column_${index + 1}`;
    if (target?.startsWith("attributes.")) {
      const base = target as `attributes.${string}`;
      for (let number = 2; taken.has(target); number++) target = `${base}_${number}`;
    } else if (taken.has(target)) return null;
    if (target !== null) taken.add(target);
    return target;
  });
}
