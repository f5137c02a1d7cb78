export { MousePointerClick as default } from "lucide-react";
