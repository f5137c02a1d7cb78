import type { components } from "./schema.gen";
import type { Body } from "./types";

type Schemas = components["schemas"];

/** Whether opens and clicks are counted, and whether it is known whose they are. */
export type Tracking = Schemas["Tracking"];
export type Schedule = Schemas["Schedule"];
export type Repeat = Schemas["Repeat"];
/** The campaign that another one was made from. */
export type Origin = Schemas["Origin"];
/** Who gets it; null stands for all active readers. */
export type Segment = Schemas["Segment"];
/** What is null is as in the campaign. The first variant is the campaign itself. */
export type Variant = Required<Schemas["AbVariant"]>;
export type AbTest = Omit<Schemas["AbTest"], "variants"> & { variants: Variant[] };
export type Attachment = Schemas["Attachment"];
/** How a wall time becomes an instant. */
export type Resolved = Schemas["ResolvedTime"];
export type ScheduleInput = Body<"ScheduleCampaign">;
export type CheckLevel = Schemas["CheckLevel"];
/** What was looked at before sending. */
export type Check = Schemas["Check"];
export type Checks = Schemas["Checks"];
export type ReasonCount = Schemas["LeftOut"];
/** What would happen if the campaign were sent. */
export type DryRun = Schemas["DryRun"];
