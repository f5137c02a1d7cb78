import { download, urlOf } from "./client";
import { type OptionsOfPage, under, useData, usePage } from "./hooks";
import type { Answer, QueryOf } from "./schema";

export type CapturedMail = Answer<"CapturedMail">;
export type CapturedMailDetail = Answer<"CapturedMailDetail">;
export type HeaderLine = Answer<"HeaderLine">;

const LIST = "/api/captured-mail";

export const isCapturedMail = under(LIST);
export const useCapturedMail = (query: QueryOf<typeof LIST>, options?: OptionsOfPage<typeof LIST>) =>
  usePage(urlOf(LIST, query), { keepPreviousData: true, ...options });
export const useCapturedMessage = (id: number) =>
  useData(urlOf(`${LIST}/{captured_mail_id}`, { captured_mail_id: id }));
export const downloadMessage = (id: number) =>
  download(urlOf(`${LIST}/{captured_mail_id}/raw`, { captured_mail_id: id }), `message-${id}.eml`);
