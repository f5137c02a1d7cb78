export { UnfoldVertical as default } from "lucide-react";
