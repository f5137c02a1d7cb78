import { messageOf } from "@/api/problem";
import { type Notifications, saveSettings, useShowSettings } from "@/api/settings";
import { warn } from "@/lib/notify";
import { Card } from "@/ui/surface";
import { Switch } from "@/ui/switch";

const toggles: { name: keyof Notifications; label: string; hint: string }[] = [
  {
    name: "campaign_reports",
    label: "Campaign Reports",
    hint: "A campaign's results, after it's sent.",
  },
  {
    name: "security_alerts",
    label: "Security Alerts",
    hint: "New sign-ins, and changes to your password, address and keys.",
  },
  {
    name: "weekly_summary",
    label: "Weekly Summary",
    hint: "Subscribers, opens and clicks, once a week.",
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
      warn(messageOf(error, "Failed to save settings"));
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
