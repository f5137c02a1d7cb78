export { Text as default } from "lucide-react";
