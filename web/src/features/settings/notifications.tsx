import { messageOf } from "@/api/problem";
import { type Notifications, saveSettings, useShowSettings } from "@/api/settings";
import { warn } from "@/lib/notify";
import { Card } from "@/ui/surface";
import { Switch } from "@/ui/switch";
import { say } from "./words";

const toggles: { name: keyof Notifications; label: string; hint: string }[] = [
  {
    name: "campaign_reports",
    label: say.campaignReports,
    hint: say.aCampaignsResultsAfterIts,
  },
  {
    name: "security_alerts",
    label: say.securityAlerts,
    hint: say.newSignInsAndChanges,
  },
  {
    name: "weekly_summary",
    label: say.weeklySummary,
    hint: say.subscribersOpensAndClicksOnce,
  },
];

/** Which emails Letterpress sends the author itself; each switch is saved at once. */
export function NotificationSwitches({ notifications }: { notifications: Notifications }) {
  const showSettings = useShowSettings();
  const flip = async (name: keyof Notifications, on: boolean) => {
    const show = (value: boolean) =>
      showSettings(
        (settings) => settings && { ...settings, notifications: { ...settings.notifications, [name]: value } },
      );
    await show(on);
    try {
      await saveSettings({ notifications: { [name]: on } });
    } catch (error) {
      // Only this switch goes back: another may have been flipped since.
      await show(!on);
      warn(messageOf(error, say.failedToSaveSettings));
    }
  };
  return (
    <Card className="divide-y divide-line">
      {toggles.map(({ name, ...words }) => (
        <Switch
          key={name}
          {...words}
          className="px-5 py-4"
          checked={notifications[name]}
          onChange={(event) => void flip(name, event.target.checked)}
        />
      ))}
    </Card>
  );
}
