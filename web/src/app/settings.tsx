import { SecuritySection } from "@/features/security/security-section";
import SettingsPage from "@/features/settings/settings-page";
import { AccountMail } from "./account-mail";

/** The settings are put together here, for one room may not import another. */
export default function Settings() {
  return <SettingsPage security={<SecuritySection />} mail={<AccountMail />} />;
}
