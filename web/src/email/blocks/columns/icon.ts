export { Columns2 as default } from "lucide-react";
