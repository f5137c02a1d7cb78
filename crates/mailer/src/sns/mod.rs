//! Notifications of Amazon SNS, by which SES tells what became of messages.
