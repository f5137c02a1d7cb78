export { Heading as default } from "lucide-react";
