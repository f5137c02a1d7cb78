// Generated from api/openapi.json by `npm run gen:api`. Do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys that sign access tokens (RFC 7517) */
        get: operations["jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** OpenID configuration */
        get: operations["openid_configuration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get overall analytics
         * @description Totals against the time before, a series, every newsletter, the latest campaigns and the growth of the readership.
         */
        get: operations["analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys, newest first */
        get: operations["list_api_keys"];
        put?: never;
        /**
         * Create an API key
         * @description The answer is the only place where the key can be read.
         */
        post: operations["create_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change an API key
         * @description The key itself stays; what it may do changes at once.
         */
        put: operations["update_api_key"];
        post?: never;
        /**
         * Delete an API key
         * @description It stops working at once.
         */
        delete: operations["delete_api_key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/api-keys/{id}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Regenerate an API key
         * @description The old key stops working at once; the answer is the only place where the new one can be read.
         */
        post: operations["regenerate_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How authors sign in */
        get: operations["config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with a passkey */
        post: operations["passkey_sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin signing in with a passkey */
        post: operations["passkey_request_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a new password
         * @description Mails a link to the address, good for one hour and one use. The answer is the same, after the same time, whether or
         *     not there is such an account.
         */
        post: operations["password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description With the token of the mailed link. Ends every session of the account.
         */
        post: operations["confirm_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the session
         * @description Reads the refresh token from its cookie and replaces it. A token that was used before ends the session everywhere. With a
         *     hosted provider the access token is the provider's, renewed there when it runs out.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description An unknown address and a wrong password are answered alike and after the same time. An account with two-factor
         *     authentication needs a `code` as well: without it, or with a wrong one, the answer is a 401 of the type
         *     `urn:letterpress:second-factor`.
         */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session that the refresh cookie belongs to; without one there is nothing to end.
         */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign up */
        post: operations["sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email address
         * @description With the token of the mailed link, good for three days and one use. A link that was sent to a new address makes it the
         *     account's. Whom the operator named an administrator is one from then on, if the link left in a mail.
         */
        post: operations["verify_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bounces/unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails that came back and were not understood, newest first
         * @description For administrators. The newest 1,000 that came back for an email of this installation and 200 others are kept, for 30
         *     days.
         */
        get: operations["list_unknown_reports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bounces/unknown/{report_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an email that came back and was not understood
         * @description For administrators. `text` is what a stranger wrote.
         */
        get: operations["get_unknown_report"];
        put?: never;
        post?: never;
        /**
         * Remove an email that came back and was not understood
         * @description For administrators. Nothing else changes: the event of the delivery stays.
         */
        delete: operations["delete_unknown_report"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns across newsletters
         * @description Newest first, without their contents: `html_content`, `text_content`, `blocks`, `theme` and `ab_test` are null.
         */
        get: operations["list_all_campaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/captured-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List captured mail */
        get: operations["list_captured_mail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/captured-mail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a captured mail
         * @description Looking at it is not reading it: no picture tells of an open, links lead straight to their targets, and those that
         *     unsubscribe, change or confirm something lead to a sample. A program that acts as the reader asks for `links=as_sent`.
         */
        get: operations["get_captured_mail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/captured-mail/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download a captured mail */
        get: operations["get_raw_captured_mail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Examine the installation
         * @description For administrators: settings, database, clock, mail transport, DNS, workers and more, each in one line. It asks other
         *     machines and may take some seconds.
         */
        get: operations["doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains, newest first
         * @description Shared ones and the caller's own.
         */
        get: operations["list_domains"];
        put?: never;
        /**
         * Create a domain
         * @description The same as registering it, with the domain alone as the answer.
         */
        post: operations["create_domain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a domain */
        get: operations["get_domain"];
        /** Change a domain */
        put: operations["update_domain"];
        post?: never;
        /**
         * Delete a domain
         * @description Its newsletters are left without one. With Amazon SES as the transport its identity there is removed first.
         */
        delete: operations["delete_domain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/dns-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a domain's DNS records */
        get: operations["dns_records"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a domain's mail fares
         * @description The last hour, day and week, by the time when each email left: of all mail from the domain, and by receiving provider.
         *     Campaigns from the domain are paused when one of these windows, or one between them, goes bad.
         */
        get: operations["domain_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/reset-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a domain's metrics
         * @description Bounce and complaint rate begin at zero. What was sent today still counts against the daily limit.
         */
        post: operations["reset_metrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/rotate-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a domain's DKIM keys
         * @description Makes keys under new selectors. The old ones sign until the records of the new ones are found; leave the old records
         *     in the DNS for a week after that, for mail that is still on its way.
         */
        post: operations["rotate_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/verification-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a domain's verification status */
        get: operations["verification_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a domain
         * @description Looks every record up now, which may take some seconds, and answers what was found.
         */
        post: operations["verify_domain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/{domain_id}/zone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the records as a BIND zone snippet */
        get: operations["zone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/domains/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a domain
         * @description Answers the records to put into the DNS. A shared domain is for everybody and needs an administrator.
         */
        post: operations["register_domain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List imports, newest first, without their errors */
        get: operations["list_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an import with its progress and first errors */
        get: operations["show_import"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Readers that were imported already stay.
         */
        post: operations["cancel_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{id}/errors.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the errors of an import as CSV
         * @description Columns: line, field, value, message; the first 10,000 errors.
         */
        get: operations["import_errors_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the installation
         * @description Its version, and whether it is a restored copy whose sending is held.
         */
        get: operations["show_installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/installation/confirm-sending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a restored copy send
         * @description For administrators. Campaigns that were being sent when the backup was made go on with the readers that the backup
         *     knows as waiting, so the installation that the backup came from must not send any more. Changes nothing where
         *     sending is not held.
         */
        post: operations["confirm_sending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed-in author */
        get: operations["get_me"];
        /** Change the signed-in author */
        put: operations["update_me"];
        post?: never;
        /**
         * Delete the signed-in author
         * @description Signs out everywhere at once; from then on nothing of the author's is shown or sent, and the address is free. Everything the
         *     author owns is removed in the background. Refused while a campaign is being sent or paused.
         *
         *     Asks who it is once more: the built-in sign-in for the password, and for a code if two-factor authentication is on. With a
         *     hosted provider the person must have signed in there in the last 10 minutes, else the answer is a 403 of the type
         *     `urn:letterpress:sign-in-again`; `/auth/start?again=true&return_to=PATH` sends a browser there and back.
         */
        delete: operations["delete_me"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Sensitive acts on the account, newest first: kept for a year, at most 1,000.
         */
        get: operations["list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the email address
         * @description Mails a link to the new address, which becomes the account's when it is opened, and tells the old one.
         */
        post: operations["change_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything the author has
         * @description A ZIP archive, streamed: `account.json`, `newsletters.json`, `subscribers/*.csv`, `campaigns.json`, `campaigns/*.html`,
         *     `deliveries/*.csv`, `templates.json`, `saved_blocks.json`, `images/`, `domains.json`, `webhooks.json`. Files are named by id;
         *     no key, secret or password is in it. A field of a CSV file that a spreadsheet would take for a formula has an apostrophe in front.
         */
        get: operations["export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what the author has
         * @description What the deletion of the account removes.
         */
        get: operations["holdings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a passkey */
        post: operations["create_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rename a passkey */
        put: operations["rename_passkey"];
        post?: never;
        /**
         * Remove a passkey
         * @description It signs nobody in any more.
         */
        delete: operations["delete_passkey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin adding a passkey */
        post: operations["passkey_creation_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session of the account.
         */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make sample data
         * @description A newsletter with a few subscribers, a draft and a template. Nothing can be sent to these subscribers: their addresses end
         *     in `.invalid`, and a newsletter with `is_sample` sends no campaign. Called again it makes nothing and answers what is there.
         */
        post: operations["make_sample_data"];
        /**
         * Remove sample data
         * @description Exactly what was made goes. What its author changed or added stays, as the author's own.
         */
        delete: operations["remove_sample_data"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the account is protected */
        get: operations["get_security"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description The browsers that are signed in to the account, the latest used first.
         */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions
         * @description Every browser but the one that asks is signed out at once.
         */
        delete: operations["end_other_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description It stops working at once.
         */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin two-factor authentication
         * @description Answers a new secret for an authenticator app. Nothing changes until a code of it is confirmed.
         */
        post: operations["begin_totp"];
        /**
         * Switch two-factor authentication off
         * @description The secret and the recovery codes are forgotten.
         */
        delete: operations["end_totp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch two-factor authentication on
         * @description With a code of the app. From now on a sign-in with the password needs one, or a recovery code.
         */
        post: operations["confirm_totp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/totp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the recovery codes
         * @description The earlier ones stop working.
         */
        post: operations["replace_recovery_codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the verification mail again
         * @description Links sent before stop working. Nothing is sent when the address is verified, unless that was by a link which the built-in
         *     mailbox kept, and mail leaves now.
         */
        post: operations["send_verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List images
         * @description Newest first.
         */
        get: operations["list_media"];
        put?: never;
        /**
         * Upload an image
         * @description Metadata such as the place of a photo is taken out, and it is turned upright; WebP becomes PNG or JPEG, because not all
         *     mail programs show it. The same picture again is the image that is there already.
         */
        post: operations["create_media"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an image's entry */
        get: operations["get_media"];
        /** Rename an image */
        put: operations["update_media"];
        post?: never;
        /**
         * Delete an image
         * @description It is gone from the library. Its files are not served any more, in mails already sent neither, unless another author
         *     has the same picture.
         */
        delete: operations["delete_media"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List newsletters, newest first */
        get: operations["list_newsletters"];
        put?: never;
        /**
         * Create a newsletter
         * @description It starts active.
         */
        post: operations["create_newsletter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the subscribers of a newsletter */
        get: operations["list_subscribers"];
        put?: never;
        /**
         * Add a subscriber
         * @description With double opt-in the subscriber is `pending` until the address is confirmed.
         */
        post: operations["create_subscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{id}/subscribers/{subscriber_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a subscriber */
        get: operations["show_subscriber"];
        /** Change a subscriber */
        put: operations["update_subscriber"];
        post?: never;
        /** Remove a subscriber */
        delete: operations["delete_subscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{id}/subscribers/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on many subscribers
         * @description The work is done in batches: a call that is cut off has done a part, and doing it again does the rest.
         */
        post: operations["bulk_subscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{id}/subscribers/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all subscribers as CSV
         * @description Columns: email, first_name, last_name, status, tags, subscribed_at, unsubscribed_at, then one per attribute. A field
         *     that a spreadsheet would take for a formula has an apostrophe in front.
         */
        get: operations["export_subscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{id}/subscribers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import subscribers from a CSV file
         * @description The file is read in the background; readers who unsubscribed, bounced or complained are left alone. Whoever left by what
         *     the file says is kept as such and never made active. A word of a status that is not known is asked about before anything
         *     is imported: 422 with one error for each, whose field is `status_map.WORD`; send the file again with the answers.
         */
        post: operations["create_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a newsletter */
        get: operations["get_newsletter"];
        /**
         * Change a newsletter
         * @description `{"is_active": false}` alone deactivates it.
         */
        put: operations["update_newsletter"];
        post?: never;
        /**
         * Delete a newsletter
         * @description Removes its subscribers and campaigns as well. Refused while one of its campaigns is being sent or paused.
         */
        delete: operations["delete_newsletter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a newsletter's analytics */
        get: operations["newsletter_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a newsletter's campaigns
         * @description Newest first, with their contents. A page ends before its limit where its contents pass 16 MiB; `Link` leads on.
         */
        get: operations["list_campaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description It starts as a draft. Merge tags are checked; a bad one is refused with its line and column.
         */
        post: operations["create_campaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a campaign */
        get: operations["get_campaign"];
        /**
         * Change a campaign
         * @description Only while it is a draft or scheduled: after that its content is frozen. Every change raises `revision`.
         */
        put: operations["update_campaign"];
        post?: never;
        /**
         * Delete a campaign
         * @description Only a draft or a cancelled one.
         */
        delete: operations["delete_campaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a campaign's analytics */
        get: operations["campaign_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attach a file
         * @description It goes with every mail of the campaign. All files together may have 5 MiB.
         */
        post: operations["create_attachment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/attachments/{attachment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an attachment */
        delete: operations["delete_attachment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a campaign before it is sent
         * @description Each with what can be done about it. Errors are what sending would be refused for.
         */
        get: operations["check_campaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rehearse sending a campaign
         * @description Who would get it, who would not and why, and how long it would take under today's limits. Nothing is sent.
         */
        get: operations["dry_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a campaign
         * @description Whatever state it is in, the copy is a draft with the same content.
         */
        post: operations["duplicate_campaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a campaign
         * @description Rendered by the code that renders the mail itself, with the values of one reader.
         */
        get: operations["preview_campaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a campaign again
         * @description Makes a draft that names its origin: for those who are not known to have opened it, or for those who did not get it.
         */
        post: operations["resend_campaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule a campaign
         * @description Once, or repeating; also when it is scheduled already. A time that clocks jump over is read with the offset before the
         *     jump, one that they show twice is the first (RFC 5545 §3.3.5).
         */
        post: operations["schedule_campaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test mail
         * @description The campaign with the values of the first active reader, or of a sample, to each of the addresses: 100 an hour.
         */
        post: operations["send_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a campaign
         * @description Newest first; the first one is the present state. There are none before its content is changed for the first time, nor
         *     once it was sent. Saves of one writer within five minutes are one version. The last 50 are kept.
         */
        get: operations["list_campaign_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version of a campaign */
        get: operations["get_campaign_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/versions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a campaign
         * @description Its subject, texts, design and A/B test become a new revision; nothing in between is lost. Audience, schedule and
         *     attachments stay as they are.
         */
        post: operations["restore_campaign_version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/ab-test/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the winner of an A/B test now
         * @description As at the end of its wait, with the opens and clicks that are counted so far; the rest of the readers get the better
         *     variant at once. Only once the sample is out. The same call again finds its work done.
         */
        post: operations["decide_ab_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a campaign for good. Readers who were not sent to are recorded as cancelled. */
        post: operations["cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the intended readers, each with state, reason and time: up to 1,000 of them by address as people sort (reader2 before
         *     reader10), more of them ascending by id.
         */
        get: operations["list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/deliveries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the proof
         * @description Every intended reader with state, reason and times, streamed. A field that a spreadsheet would take for a formula has an
         *     apostrophe in front.
         */
        get: operations["proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/deliveries/{subscriber_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides what becomes of a reader in doubt. */
        post: operations["resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/link-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mail with its links, for a map of the clicks. */
        get: operations["link_map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pauses a campaign. When this answers, no further message passes its commit point. */
        post: operations["pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follows a campaign: an event `progress` about every second, `done` when it is no longer being sent. */
        get: operations["progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ledger of a campaign: every intended reader is in exactly one group. */
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resumes a paused campaign where it stopped. */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts sending a draft or scheduled campaign to every active reader. Of a repeating campaign it makes an issue, which is
         *     the answer, and leaves its calendar as it is.
         */
        post: operations["send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notices, newest first
         * @description What happened that the author should know, such as a domain that is no longer verified.
         */
        get: operations["list_notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices/{notice_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Dismiss a notice */
        delete: operations["dismiss_notice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Totals, the last 30 days against the 30 before, and what happened lately */
        get: operations["overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview/checklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Show or hide the first steps */
        put: operations["show_checklist"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/saved-blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved blocks
         * @description Newest first. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.
         */
        get: operations["list_saved_blocks"];
        put?: never;
        /**
         * Save a block
         * @description It is checked and cleaned as those of a template are; every error is told with its path, such as
         *     `block.columns[0][1].href`. At most 200 for each author.
         */
        post: operations["create_saved_block"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/saved-blocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a saved block
         * @description What was made of it before stays as it is.
         */
        put: operations["update_saved_block"];
        post?: never;
        /**
         * Delete a saved block
         * @description What was made of it stays as it is.
         */
        delete: operations["delete_saved_block"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resolve a wall time */
        get: operations["resolve_time"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Names of time zones */
        get: operations["list_zones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search everything of the author's, five of each kind, newest first */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings */
        get: operations["get_settings"];
        /**
         * Change the settings
         * @description Any subset of the fields, each in its part; what is left out stays. An error names its field with its part:
         *     `email.reply_to`.
         */
        put: operations["update_settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the subscribers of all newsletters */
        get: operations["list_all_subscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscribers/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count subscribers by status */
        get: operations["subscriber_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses, newest first
         * @description For administrators.
         */
        get: operations["list_suppressions"];
        put?: never;
        /**
         * Suppress an address
         * @description For administrators. Nothing is sent to it from now on, whoever's reader it is.
         */
        post: operations["create_suppression"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/suppressions/{suppression_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an address from the suppression list
         * @description For administrators. Readers with this address who are `bounced` or `complained` keep that state.
         */
        delete: operations["delete_suppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Newest first, without `html_content`. A page ends before its limit where its blocks pass 4 MiB; `Link` leads on.
         */
        get: operations["list_templates"];
        put?: never;
        /**
         * Create a template
         * @description Every error of its blocks is told with its path, such as `blocks[3].columns[0][1].href`.
         */
        post: operations["create_template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a template */
        get: operations["get_template"];
        /**
         * Change a template
         * @description A change of anything but `is_active` raises `revision` and is kept as a version.
         */
        put: operations["update_template"];
        post?: never;
        /** Delete a template */
        delete: operations["delete_template"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Duplicate a template */
        post: operations["duplicate_template"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test of a template
         * @description As a newsletter would send it, with the values of its first active subscriber, or of a sample, to each of the addresses: 100
         *     an hour.
         */
        post: operations["send_template_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a template
         * @description Newest first; the first one is the present state. The last 50 saves are kept.
         */
        get: operations["list_template_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version of a template */
        get: operations["get_template_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/templates/{id}/versions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a template
         * @description Its content becomes a new revision; nothing in between is lost.
         */
        post: operations["restore_template_version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, newest first */
        get: operations["list_webhooks"];
        put?: never;
        /**
         * Make a webhook
         * @description Events are posted as JSON `{type, timestamp, sequence, data}`, signed as Standard Webhooks says: the headers
         *     `webhook-id`, `webhook-timestamp` and `webhook-signature` (HMAC-SHA256 over `id.timestamp.body`, with the secret that
         *     this answer alone holds). Each event is delivered at least once: any status from 200 to 299 takes it, within 15 seconds,
         *     anything else is tried again nine times over about three days. `sequence` counts the events of a webhook without gaps;
         *     they are sent in that order while the receiver takes them, and later ones overtake one that has to be sent again.
         *     At most 20 for each author.
         */
        post: operations["create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a webhook */
        get: operations["get_webhook"];
        /** Change a webhook */
        put: operations["update_webhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries go with it, also those that wait.
         */
        delete: operations["delete_webhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries, newest first
         * @description Finished ones are kept for 30 days, at most 10,000 of each webhook. What names a reader who asked to be forgotten is
         *     taken out.
         */
        get: operations["list_webhook_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description The same event with the same `webhook-id` and `sequence`, as a new delivery with attempts of its own. One that failed
         *     and waits to be sent again is sent now instead.
         */
        post: operations["replay_webhook_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description Both secrets sign for 24 hours: `webhook-signature` holds a signature of each, with a space between.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description One attempt, at once, also while the webhook is switched off. The answer shows what came back; `error` is null when the
         *     receiver took it. A test has no place in the sequence and changes nothing of the webhook.
         */
        post: operations["test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What a test is decided by.
         * @enum {string}
         */
        AbMetric: "opens" | "clicks";
        /** @enum {string} */
        AbState: "waiting" | "decided" | "undecided";
        /** @description The test. The first variant is the campaign as it is, unless it says otherwise. */
        AbTest: {
            metric: components["schemas"]["AbMetric"];
            /**
             * Format: int32
             * @description 1 to 100: of all readers, shared evenly by the variants.
             */
            sample_percent: number;
            variants: components["schemas"]["AbVariant"][];
            /**
             * Format: int64
             * @description From the start of sending to the choice; up to 14 days.
             */
            wait_minutes: number;
        };
        /** @description How an A/B test stands. */
        AbTestReport: {
            decided_at: components["schemas"]["Timestamp"] | null;
            decides_at: components["schemas"]["Timestamp"];
            /** @description The same in a sentence. */
            explanation: string;
            metric: components["schemas"]["AbMetric"];
            /**
             * Format: double
             * @description How likely chance alone makes such a difference (Fisher's exact test, corrected for several variants).
             */
            p_value: number | null;
            /** @description Name of the variant that the rest of the readers got. */
            sent_to_rest: string | null;
            state: components["schemas"]["AbState"];
            variants: components["schemas"]["VariantFigures"][];
            /** @description Name of the variant that did better. */
            winner: string | null;
        };
        /** @description One of the variants; what it leaves out is as in the campaign. */
        AbVariant: {
            from_name?: string | null;
            html_content?: string | null;
            name?: string;
            preheader?: string | null;
            subject?: string | null;
            text_content?: string | null;
        };
        AccountSettings: {
            company: string | null;
            /** @description Changes by `POST /api/me/email`. */
            email: string;
            name: string;
            /** @description A name of the IANA time zone database, such as `Europe/Vienna`. */
            time_zone: string;
        };
        /** @description One event. */
        Activity: {
            at: components["schemas"]["Timestamp"];
            /** @description More about it, such as the newsletter of a campaign. */
            detail: string | null;
            /** @description A path of the dashboard. */
            href: string | null;
            kind: components["schemas"]["ActivityKind"];
            /** @description What it happened to, such as a newsletter's name. */
            title: string;
        };
        /**
         * @description What kind of thing happened.
         * @enum {string}
         */
        ActivityKind: "newsletter_created" | "campaign_created" | "campaign_scheduled" | "campaign_unscheduled" | "campaign_sending" | "campaign_sent" | "import_finished" | "subscriber_added" | "subscriber_unsubscribed";
        /**
         * @description What a part of an advice is.
         * @enum {string}
         */
        AdviceKind: "text" | "value";
        /** @description A part of an advice; all parts after one another are its sentences. */
        AdvicePart: {
            kind: components["schemas"]["AdviceKind"];
            text: string;
        };
        Analytics: {
            /** @description The latest ten. */
            campaigns: components["schemas"]["AnalyticsCampaign"][];
            /** Format: date */
            from: string;
            growth: components["schemas"]["AnalyticsGrowth"];
            /** @description Those with the most mails first, at most 100. */
            newsletters: components["schemas"]["AnalyticsNewsletter"][];
            /** @description The time of the same length before. */
            previous: components["schemas"]["AnalyticsTotals"];
            range: components["schemas"]["AnalyticsRange"];
            /** @description Oldest first, without gaps. */
            series: components["schemas"]["AnalyticsPoint"][];
            step: components["schemas"]["Step"];
            /**
             * Format: date
             * @description Today, UTC.
             */
            to: string;
            totals: components["schemas"]["AnalyticsTotals"];
        };
        AnalyticsCampaign: {
            /** Format: int64 */
            bounces: number;
            /** Format: double */
            click_rate: number;
            /** Format: int64 */
            clicks: number;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            newsletter_id: number;
            newsletter_name: string;
            /** Format: double */
            open_rate: number;
            /** Format: int64 */
            opens: number;
            /** Format: int64 */
            sent: number;
            sent_at: components["schemas"]["Timestamp"];
            subject: string;
        };
        AnalyticsGrowth: {
            /** Format: int64 */
            bounced: number;
            /** Format: int64 */
            net: number;
            /** Format: int64 */
            new_subscribers: number;
            /**
             * Format: int64
             * @description Active now.
             */
            subscribers: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        AnalyticsNewsletter: {
            /** Format: double */
            bounce_rate: number;
            /** Format: int64 */
            bounces: number;
            /** Format: int64 */
            campaigns: number;
            /** Format: double */
            click_rate: number;
            /** Format: int64 */
            clicks: number;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: double */
            open_rate: number;
            /** Format: int64 */
            opens: number;
            /** Format: int64 */
            sent: number;
            /**
             * Format: int64
             * @description Active now.
             */
            subscribers: number;
            tracking: components["schemas"]["Tracking"];
            /** Format: int64 */
            unsubscribed: number;
        };
        /** @description A day or a week. */
        AnalyticsPoint: {
            /** Format: int64 */
            bounces: number;
            /** Format: int64 */
            clicks: number;
            /**
             * Format: date
             * @description The day, or the week's Monday.
             */
            date: string;
            /** Format: int64 */
            new_subscribers: number;
            /**
             * Format: int64
             * @description First opens and clicks that came in then.
             */
            opens: number;
            /** Format: int64 */
            sent: number;
            /**
             * Format: int64
             * @description Active readers at its end.
             */
            subscribers: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        /**
         * @description How far back.
         * @enum {string}
         */
        AnalyticsRange: "30d" | "90d" | "6m" | "1y";
        /**
         * @description What happened in a range of time. Rates are percentages of the mails sent by the campaigns of the range; of opens and
         *     clicks, of those that count per reader.
         */
        AnalyticsTotals: {
            /** Format: double */
            bounce_rate: number;
            /** Format: int64 */
            bounces: number;
            /**
             * Format: int64
             * @description Campaigns that were sent.
             */
            campaigns: number;
            /** Format: double */
            click_rate: number;
            /** Format: int64 */
            clicks: number;
            /** Format: double */
            complaint_rate: number;
            /** Format: int64 */
            complaints: number;
            /** Format: int64 */
            new_subscribers: number;
            /** Format: double */
            open_rate: number;
            /**
             * Format: int64
             * @description Readers who opened those campaigns, each campaign for itself.
             */
            opens: number;
            /**
             * Format: int64
             * @description Not counted as opens: by proxies that load every picture.
             */
            privacy_opens: number;
            /** Format: int64 */
            robot_clicks: number;
            /** Format: int64 */
            robot_opens: number;
            /** Format: int64 */
            sent: number;
            /** Format: double */
            unsubscribe_rate: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        /** @description An API key as a list shows it: not the key. */
        ApiKey: {
            created_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"] | null;
            /** Format: int64 */
            id: number;
            last_used_at: components["schemas"]["Timestamp"] | null;
            name: string;
            /** @description How the key begins. */
            prefix: string;
            /** @description What it may do. */
            scopes: components["schemas"]["Scopes"];
        };
        AssertionResponse: {
            authenticatorData: components["schemas"]["Bytes"];
            clientDataJSON: components["schemas"]["Bytes"];
            signature: components["schemas"]["Bytes"];
            userHandle?: components["schemas"]["Bytes"] | null;
        };
        /** @description A file that goes with the mail. */
        Attachment: {
            content_type: string;
            file_name: string;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            size_bytes: number;
        };
        AttestationResponse: {
            attestationObject: components["schemas"]["Bytes"];
            clientDataJSON: components["schemas"]["Bytes"];
            transports?: string[];
        };
        AttributeValue: string | number | boolean | null;
        /** @description One act as the API shows it. */
        AuditEntry: {
            at: components["schemas"]["Timestamp"];
            /** @description With what, such as the name of a key. */
            detail: string | null;
            /** @description Program and system, as far as they told: "Firefox on Linux". */
            device: string | null;
            /** Format: int64 */
            id: number;
            /** @description Address of the client; null for this machine, which may be a proxy. */
            ip: string | null;
            kind: components["schemas"]["AuditKind"];
            /** @description What was done, as a sentence's beginning: "Signed in". */
            title: string;
        };
        /**
         * @description What was done.
         * @enum {string}
         */
        AuditKind: "signed_up" | "signed_in" | "sign_in_failed" | "signed_out" | "session_ended" | "password_changed" | "password_reset" | "email_change_requested" | "email_changed" | "email_verified" | "totp_enabled" | "totp_disabled" | "recovery_codes_replaced" | "recovery_code_used" | "passkey_added" | "passkey_renamed" | "passkey_removed" | "api_key_created" | "api_key_changed" | "api_key_regenerated" | "api_key_deleted" | "webhook_created" | "webhook_changed" | "webhook_secret_rotated" | "webhook_deleted" | "security_alerts_off" | "account_exported" | "domain_deleted" | "role_changed";
        /** @description What a client needs to know before anybody has signed in. */
        AuthConfig: {
            client_id: string | null;
            /** @description Whether the account that it would make is the first one. */
            first_account: boolean;
            issuer: string;
            /** @description Whether passkeys can be made and used: they need the built-in provider, a host name, and https or this machine. */
            passkeys: boolean;
            /** @description Whether a forgotten password can be replaced by a mailed link. */
            password_reset: boolean;
            provider: components["schemas"]["Provider"];
            /** @description The host of a hosted provider. */
            provider_name: string | null;
            /** @description Whether this browser has a refresh cookie, so that it is worth asking for a session. */
            session: boolean;
            /** @description Whether `POST /api/auth/sign-up` would make an account now. */
            sign_up: boolean;
        };
        /** @description WebAuthn Level 3 §5.1 `AuthenticationResponseJSON`, as far as it is read. */
        AuthenticationResponse: {
            rawId: components["schemas"]["Bytes"];
            response: components["schemas"]["AssertionResponse"];
        };
        /** @description An author as the API shows one. */
        Author: {
            company: string | null;
            created_at: components["schemas"]["Timestamp"];
            email: string;
            /** @description Whether the author proved to read mail at the address. */
            email_verified: boolean;
            /** Format: int64 */
            id: number;
            name: string;
            role: components["schemas"]["Role"];
            /** @description A name of the IANA time zone database, such as `Europe/Vienna`. */
            time_zone: string;
        };
        /** @description A part of a mail. Which other fields it has depends on its type; unknown ones are refused. */
        Block: {
            id?: string | null;
            /** @description At most 40 CSS values by name, such as `textAlign` and `color`: texts, numbers or null. */
            style?: {
                [key: string]: unknown;
            } | null;
            type: components["schemas"]["BlockType"];
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        BlockType: "heading" | "text" | "image" | "button" | "divider" | "spacer" | "columns" | "social" | "hero" | "hero-image";
        /** @enum {string} */
        BulkAction: "remove" | "unsubscribe" | "tag" | "untag";
        /** @description The readers that a list with the same filter shows. */
        BulkFilter: {
            q?: string | null;
            status?: components["schemas"]["SubscriberStatus"] | null;
        };
        /** @description How many readers the call meant and how many it changed. */
        BulkResult: {
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            matched: number;
        };
        /** @description An action, and either ids or a filter. */
        BulkSubscribers: {
            action: components["schemas"]["BulkAction"];
            filter?: components["schemas"]["BulkFilter"] | null;
            /** @description At most 10,000; those that are not the newsletter's are passed over. */
            ids?: number[] | null;
            /** @description For `tag` and `untag`. */
            tag?: string | null;
        };
        Bytes: string;
        /** @description A campaign. */
        Campaign: {
            ab_test: components["schemas"]["AbTest"] | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description The block editor's document; null in the list across newsletters. */
            blocks: components["schemas"]["Block"][] | null;
            /**
             * Format: int64
             * @description Readers who clicked a link.
             */
            clicks: number;
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether there is a test, also where the list leaves it out. */
            has_ab_test: boolean;
            /** @description Empty for none; null in the list across newsletters. */
            html_content: string | null;
            /** Format: int64 */
            id: number;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            ledger: components["schemas"]["Ledger"] | null;
            /** Format: int64 */
            newsletter_id: number;
            /** @description What a new design begins with. */
            newsletter_language: components["schemas"]["Language"];
            newsletter_name: string;
            /**
             * Format: int64
             * @description Readers who opened it; robots and privacy proxies are not counted.
             */
            opens: number;
            origin: components["schemas"]["Origin"] | null;
            /** @description Why it was paused, or taken off the calendar, without its author. */
            pause_reason: string | null;
            preheader: string | null;
            /**
             * Format: int64
             * @description Readers it is meant for; null before it is sent.
             */
            recipients: number | null;
            repeat: components["schemas"]["Repeat"] | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            schedule: components["schemas"]["Schedule"] | null;
            scheduled_at: components["schemas"]["Timestamp"] | null;
            segment: components["schemas"]["Segment"] | null;
            sent_at: components["schemas"]["Timestamp"] | null;
            started_at: components["schemas"]["Timestamp"] | null;
            status: components["schemas"]["CampaignStatus"];
            subject: string;
            /** @description Null in the list across newsletters. */
            text_content: string | null;
            /** @description The first 200 characters of the plain text. */
            text_preview: string | null;
            /** @description Null in the list across newsletters. */
            theme: {
                [key: string]: unknown;
            } | null;
            /** @description Of the newsletter: what is counted of opens and clicks. */
            tracking: components["schemas"]["Tracking"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Totals of a campaign, also while it is sent; rates are percentages of the sends. */
        CampaignAnalytics: {
            /** Format: double */
            bounce_rate: number;
            /** Format: int64 */
            campaign_id: number;
            /** Format: double */
            click_rate: number;
            /** Format: double */
            open_rate: number;
            /** Format: int64 */
            total_bounces: number;
            /** Format: int64 */
            total_clicks: number;
            /** Format: int64 */
            total_opens: number;
            /** Format: int64 */
            total_sends: number;
            /** Format: int64 */
            tracked_clicks: number;
            /** Format: int64 */
            tracked_opens: number;
            /**
             * Format: int64
             * @description What the rates are made of: nothing where readers are not told apart.
             */
            tracked_sends: number;
        };
        /** @description A version of a campaign, without its texts. */
        CampaignSave: {
            /**
             * Format: int64
             * @description The API key of the program that saved it; null for the author at the dashboard.
             */
            api_key_id: number | null;
            /** @description The first of the saves that it is made of. */
            began_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The campaign's when the version was last saved.
             */
            revision: number;
            /** @description The last of them. */
            saved_at: components["schemas"]["Timestamp"];
            subject: string;
        };
        /**
         * @description Where a campaign stands.
         * @enum {string}
         */
        CampaignStatus: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
        /** @description A version of a campaign. */
        CampaignVersion: {
            ab_test: components["schemas"]["AbTest"] | null;
            /** Format: int64 */
            api_key_id: number | null;
            began_at: components["schemas"]["Timestamp"];
            blocks: components["schemas"]["Block"][] | null;
            /** @description Empty for none. */
            html_content: string;
            preheader: string | null;
            /** Format: int64 */
            revision: number;
            saved_at: components["schemas"]["Timestamp"];
            subject: string;
            text_content: string | null;
            theme: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A captured mail. */
        CapturedMail: {
            /** Format: int64 */
            campaign_id: number | null;
            captured_at: components["schemas"]["Timestamp"];
            /** @description An address. */
            from: string;
            /** Format: int64 */
            id: number;
            kind: components["schemas"]["CapturedMailKind"];
            /** @description Without angle brackets. */
            message_id: string;
            /** Format: int64 */
            newsletter_id: number | null;
            /** Format: int64 */
            size_bytes: number;
            subject: string;
            /** @description An address. */
            to: string;
        };
        /** @description A captured mail with what is in it. */
        CapturedMailDetail: components["schemas"]["CapturedMail"] & {
            headers: components["schemas"]["HeaderLine"][];
            html: string | null;
            text: string | null;
        };
        /**
         * @description Why a mail was made.
         * @enum {string}
         */
        CapturedMailKind: "campaign" | "test" | "account" | "reader";
        ChangeEmail: {
            /** Format: email */
            email: string;
            /**
             * Format: password
             * @description The current one.
             */
            password: string;
        };
        ChangePassword: {
            /** Format: password */
            current_password: string;
            /**
             * Format: password
             * @description Taken as it is typed.
             */
            new_password: string;
        };
        Check: {
            details: string[];
            fix: components["schemas"]["Fix"] | null;
            id: components["schemas"]["CheckId"];
            level: components["schemas"]["CheckLevel"];
            title: string;
        };
        /**
         * @description What is checked.
         * @enum {string}
         */
        CheckId: "content" | "leftovers" | "merge_tags" | "links" | "images" | "size" | "sender" | "unsubscribe" | "schedule" | "audience" | "tracking" | "ab_test" | "attachments";
        /** @enum {string} */
        CheckLevel: "error" | "warning" | "ok";
        Checklist: {
            /** @description Whether `setup` is to be shown. */
            shown: boolean;
        };
        Checks: {
            checks: components["schemas"]["Check"][];
        };
        Code: {
            /** @description Six digits, from the app. */
            code: string;
        };
        CreateApiKey: {
            expires_at?: components["schemas"]["Timestamp"] | null;
            /** @description What it is for. */
            name: string;
            /** @description What it may do; left out: everything. */
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description A file. */
        CreateAttachment: {
            /** Format: binary */
            file: string;
        };
        CreateDomain: {
            /**
             * Format: int64
             * @description Mails a day, UTC; 0, the default: no limit.
             */
            daily_send_limit?: number | null;
            /** @description The bare name; unicode is taken too. */
            domain: string;
            /** @description `shared` (administrators only) or `user`; `shared` when absent. */
            domain_type?: string | null;
            notes?: string | null;
        };
        /** @description A file with readers. */
        CreateImport: {
            /**
             * Format: binary
             * @description CSV in UTF-8, UTF-16 or Windows-1252, of any size that the server's disk has room for twice; comma, semicolon or tab
             *     between fields. Without a header the column with addresses is found, and every line is a reader.
             */
            file: string;
            /**
             * @description A JSON object, CSV header to `email`, `first_name`, `last_name`, `name`, `tags`, `subscribed_at`, `status`,
             *     `attributes.NAME` or null. Without it the headers are recognised by name, and what is not recognised becomes an
             *     attribute. Columns that say whether a reader gets mail are heeded in any case.
             */
            mapping?: string | null;
            mode?: components["schemas"]["ImportMode"] | null;
            /**
             * @description A JSON object, a word of the file to what it means: `active`, `pending`, `unsubscribed`, `bounced`, `complained` or
             *     `skip` (not imported). Words that every tool uses alike need none.
             */
            status_map?: string | null;
        };
        /** @description An image. */
        CreateMedia: {
            /**
             * Format: binary
             * @description PNG, JPEG, GIF or WebP, at most 10 MiB, 12,000 pixels a side and 40 megapixels.
             */
            file: string;
        };
        CreateNewsletter: {
            description?: string | null;
            /** Format: int64 */
            domain_id?: number | null;
            /** @description Whether a reader whom the author adds must confirm; false when absent. */
            double_opt_in?: boolean | null;
            from_name: string;
            /** @description The part of the sending address before the @. */
            from_prefix: string;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"] | null;
            language?: components["schemas"]["Language"] | null;
            name: string;
            /** Format: email */
            reply_to?: string | null;
            tracking?: components["schemas"]["Tracking"] | null;
        };
        /** @description A new reader. */
        CreateSubscriber: {
            /** @description At most 50 values: texts of up to 1,000 characters, numbers, booleans or null. */
            attributes?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            email: string;
            first_name?: string | null;
            last_name?: string | null;
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description At most 50, each one line of up to 64 characters. */
            tags?: string[] | null;
        };
        CreateSuppression: {
            /** @description Why; for those who read the list. */
            detail?: string | null;
            /** Format: email */
            email: string;
        };
        CreateWebhook: {
            description?: string | null;
            /** @description Opens and clicks when left out. */
            events?: components["schemas"]["WebhookEvent"][] | null;
            /**
             * @description Where events are posted: http or https, without user name, password and fragment. Its name must not lead into a
             *     private network.
             */
            url: string;
        };
        /** @enum {string} */
        Decision: "sent" | "resend" | "cancelled";
        DeleteMe: {
            /** @description Of an account with two-factor authentication: six digits from the app, or a recovery code. */
            code?: string | null;
            /** @description The author's own email address, typed once more. */
            confirm: string;
            /**
             * Format: password
             * @description The current one; needed with the built-in sign-in.
             */
            password?: string | null;
        };
        /** @description One intended reader of a campaign. */
        Delivery: {
            /** Format: int32 */
            attempts: number;
            /** Format: int64 */
            captured_mail_id: number | null;
            clicked_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int32
             * @description The server's reply code.
             */
            code: number | null;
            /**
             * Format: int32
             * @description How often an attempt ended with nobody knowing whether it arrived.
             */
            doubts: number;
            /** @description Null when the reader was removed since. */
            email: string | null;
            enhanced_code: string | null;
            /** @description What happened after it was sent: beside the ledger, never a rewriting of it. */
            events: components["schemas"]["DeliveryEvent"][];
            first_name: string | null;
            last_name: string | null;
            message_id: string;
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            opened_at: components["schemas"]["Timestamp"] | null;
            reason: string | null;
            state: components["schemas"]["DeliveryGroup"];
            /** Format: int64 */
            subscriber_id: number;
            updated_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Something that happened to a mail after it was sent. */
        DeliveryEvent: {
            at: components["schemas"]["Timestamp"];
            detail: string | null;
            enhanced_code: string | null;
            /** @description bounced, soft_bounced, complained or delivered. */
            kind: string;
            /** @description smtp (the server's answer), report (a mail came back) or ses. */
            source: string;
        };
        /**
         * @description What became of a subscriber's copy: a group of the ledger.
         * @enum {string}
         */
        DeliveryGroup: "queued" | "sending" | "sent" | "deferred" | "failed" | "skipped" | "suppressed" | "cancelled" | "in_doubt";
        /** @description A record that the domain's owner puts into the DNS, and what was found there. */
        DnsRecord: {
            /** @description What to change, in plain words. */
            advice: string | null;
            /** @description The same in parts, so that what is to be entered stands apart from what is said; empty without advice. */
            advice_parts: components["schemas"]["AdvicePart"][];
            checked_at: components["schemas"]["Timestamp"] | null;
            description: string;
            /** @description What the DNS has there. */
            found: string[];
            /** Format: int64 */
            id: number;
            /** @description The full name, without a final dot. */
            name: string;
            /** @description ownership, dkim, spf, return_path, dmarc or tracking. */
            purpose: string;
            /** @description TXT, CNAME or MX. */
            record_type: string;
            required: boolean;
            /** @description unchecked, found, missing, wrong, or unknown when the DNS did not answer. */
            status: string;
            /**
             * Format: int64
             * @description Seconds.
             */
            ttl: number | null;
            /** @description Empty when this installation cannot know it: `advice` says what to do. */
            value: string;
        };
        DnsRecords: {
            dns_records: components["schemas"]["DnsRecord"][];
        };
        /** @description One thing that was looked at. */
        DoctorCheck: {
            /** @example database */
            name: string;
            ok: boolean;
            /**
             * @description What was found, in one line.
             * @example sqlite:data/letterpress.db answers; schema 8, which is this version's
             */
            text: string;
        };
        /** @description What `letterpress doctor` would say. */
        DoctorReport: {
            checks: components["schemas"]["DoctorCheck"][];
            /**
             * @description `sqlite` or `postgres`.
             * @example sqlite
             */
            engine: string;
            /** @example 0.1.0 */
            version: string;
        };
        /** @description A sending domain. */
        Domain: {
            /**
             * Format: double
             * @description Hard bounces in percent of the mails since the last reset.
             */
            bounce_rate: number;
            checked_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: double
             * @description Complaints in percent of the mails since the last reset.
             */
            complaint_rate: number;
            created_at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            current_daily_sent: number;
            /**
             * Format: int64
             * @description What may be sent today under limit and warm-up; null: no limit.
             */
            daily_allowance: number | null;
            /**
             * Format: int64
             * @description Mails a day, UTC; 0: no limit.
             */
            daily_send_limit: number;
            /** @description ASCII, lower case. */
            domain: string;
            domain_type: components["schemas"]["DomainType"];
            /** Format: int64 */
            id: number;
            /** @description Switched off, nothing is sent from it. */
            is_active: boolean;
            /** @description The caller may change it. */
            is_writable: boolean;
            /** Format: int64 */
            metrics_bounced: number;
            /** Format: int64 */
            metrics_complained: number;
            /** Format: int64 */
            metrics_sent: number;
            metrics_since: components["schemas"]["Timestamp"];
            /** Format: int64 */
            metrics_soft_bounced: number;
            /**
             * Format: int64
             * @description The caller's newsletters that use it.
             */
            newsletters: number;
            next_check_at: components["schemas"]["Timestamp"] | null;
            notes: string | null;
            /** @description Every required DKIM record was found, or confirmed by Amazon SES. */
            ses_dkim_verified: boolean;
            ses_verified: boolean;
            /** @description What is missing or why it failed. */
            status_reason: string | null;
            /** @description Host of the links in mails, when it is not the installation's own. */
            tracking_host: string | null;
            updated_at: components["schemas"]["Timestamp"];
            verification_status: components["schemas"]["DomainStatus"];
            verified_at: components["schemas"]["Timestamp"] | null;
            warm_up: boolean;
            /**
             * Format: int64
             * @description Day of the warm-up, from 1.
             */
            warm_up_day: number | null;
        };
        /** @description A domain and its records. */
        DomainAndRecords: {
            dns_records: components["schemas"]["DnsRecord"][];
            domain: components["schemas"]["Domain"];
        };
        /** @description How mail from a domain fares of late. */
        DomainMetrics: {
            /**
             * Format: double
             * @description Hard bounces in percent above which they are.
             */
            max_bounce_rate: number;
            /**
             * Format: double
             * @description Complaints in percent from which on they are.
             */
            max_complaint_rate: number;
            /** @description Those who got most of the week's mail, at least 100 emails each. */
            providers: components["schemas"]["DomainProvider"][];
            /** @description Why campaigns from the domain are paused, if they are. */
            risk: string | null;
            /** @description The last hour, day and week. */
            windows: components["schemas"]["DomainWindow"][];
        };
        /** @description The same for one receiving provider. */
        DomainProvider: {
            /**
             * @description The domain of its mail servers, or of the addresses where those are not known.
             * @example google.com
             */
            provider: string;
            windows: components["schemas"]["DomainWindow"][];
        };
        /**
         * @description How far a domain has proved itself.
         * @enum {string}
         */
        DomainStatus: "pending_dns" | "dns_configured" | "verifying" | "verified" | "active" | "failed";
        /**
         * @description Who a domain belongs to.
         * @enum {string}
         */
        DomainType: "shared" | "user";
        /** @description How emails fared that left in the last hours. */
        DomainWindow: {
            /**
             * Format: double
             * @description Hard bounces in percent.
             */
            bounce_rate: number;
            /** Format: int64 */
            bounced: number;
            /** Format: int64 */
            complained: number;
            /**
             * Format: double
             * @description Complaints in percent.
             */
            complaint_rate: number;
            /**
             * Format: int64
             * @description 1, 24 or 168.
             */
            hours: number;
            /**
             * Format: int64
             * @description Emails that the next server took, or refused for their address.
             */
            sent: number;
            /** Format: int64 */
            soft_bounced: number;
        };
        /** @description A campaign that stops, with the messages whose dot was allowed before. */
        Draining: components["schemas"]["Campaign"] & {
            /**
             * Format: int64
             * @description Messages that were past their commit point: at most one per connection.
             */
            draining: number;
        };
        /** @description What sending would do, without doing it. */
        DryRun: {
            /**
             * Format: int64
             * @description Days on which mails leave.
             */
            days: number;
            /**
             * Format: int64
             * @description Readers in the ledger.
             */
            intended: number;
            /** @description Of those intended, the others. */
            left_out: components["schemas"]["LeftOut"][];
            /** @description What holds it back. */
            limits: string[];
            /** @description Readers of the newsletter whom the campaign is not for. */
            not_audience: components["schemas"]["LeftOut"][];
            /**
             * Format: double
             * @description Mails a second; null when nothing is known.
             */
            rate_per_second: number | null;
            /** @description Where the rate is from. */
            rate_source: string;
            /**
             * Format: int64
             * @description Of those, readers whom a mail would be sent to.
             */
            recipients: number;
            /** @description The first ten addresses. */
            sample: string[];
            /** Format: double */
            seconds: number | null;
            starts_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The median of the newsletter's last campaigns; null before there are any.
             */
            usual_audience: number | null;
        };
        EmailSettings: {
            /**
             * @description Whether mail of this author can leave: from a verified domain or the operator's fallback domain. Never with the
             *     built-in mailbox, which keeps it.
             */
            configured: boolean;
            /** @description Where a new newsletter's mail comes from. */
            default_from_email: string | null;
            /** @description What a new newsletter's sender is called. */
            default_from_name: string | null;
            /** @description Where answers to a new newsletter go. */
            reply_to: string | null;
            transport: components["schemas"]["Transport"];
            /** @description Domains that the author may send from now. */
            verified_domains: string[];
        };
        /** @description What readers did with the mails of a campaign. */
        Engagement: {
            ab_test: components["schemas"]["AbTestReport"] | null;
            /** Format: int64 */
            all_clicks: number;
            /**
             * Format: int64
             * @description How often people opened and clicked.
             */
            all_opens: number;
            /** Format: double */
            bounce_rate: number;
            /** Format: double */
            click_rate: number;
            /**
             * Format: int64
             * @description Readers who clicked a link.
             */
            clicks: number;
            /** @description First opens and first clicks in the 24 hours since the start. */
            hours: components["schemas"]["Hour"][];
            /** @description In the order of the mail. */
            links: components["schemas"]["LinkFigures"][];
            /**
             * Format: double
             * @description Percent of the mails that were sent; 0 where readers are not told apart.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Readers who opened it; with anonymous tracking how often it was opened.
             */
            opens: number;
            /**
             * Format: int64
             * @description Opens by proxies that load every picture: nobody knows whether a person looked.
             */
            privacy_opens: number;
            /** Format: int64 */
            robot_clicks: number;
            /**
             * Format: int64
             * @description Scanners, previews and scripts.
             */
            robot_opens: number;
            /** @description What this campaign counts. */
            tracking: components["schemas"]["Tracking"];
            /**
             * Format: int64
             * @description Readers who left through a link of this mail.
             */
            unsubscribed: number;
            usual: components["schemas"]["Usual"] | null;
        };
        FailedTest: {
            /** @description A sentence with the mail server's reply. */
            reason: string;
            to: string;
        };
        /**
         * @description What is wrong with a field.
         * @enum {string}
         */
        FieldCode: "required" | "unknown" | "wrong_type" | "too_long" | "too_short" | "too_many" | "too_deep" | "out_of_range" | "in_past" | "not_one_of" | "malformed" | "forbidden_characters" | "invalid_tag" | "unreadable" | "not_found" | "duplicate" | "conflicting" | "not_allowed" | "incorrect" | "expired" | "unchanged";
        /** @description One field that fails validation. */
        FieldError: {
            code: components["schemas"]["FieldCode"];
            /** @description The field's name as in the request, with a path where it is nested: `to[3]`. */
            field: string;
            message: string;
        };
        Fix: {
            /** @description A path of the dashboard. */
            href: string | null;
            /** @description What the author does. */
            label: string;
            target: components["schemas"]["FixTarget"];
        };
        /**
         * @description Where a fix is made.
         * @enum {string}
         */
        FixTarget: "content" | "subject" | "newsletter" | "domain" | "schedule" | "subscribers";
        /**
         * @description How often a repeating campaign makes an issue.
         * @enum {string}
         */
        Frequency: "daily" | "weekly" | "monthly";
        /** @description A header line, unfolded, as it goes over the wire. */
        HeaderLine: {
            name: string;
            value: string;
        };
        /** @description How much an author has. */
        Holdings: {
            /** Format: int64 */
            api_keys: number;
            /** Format: int64 */
            campaigns: number;
            /**
             * Format: int64
             * @description Their own, not the shared ones.
             */
            domains: number;
            /** Format: int64 */
            images: number;
            /** Format: int64 */
            imports: number;
            /** Format: int64 */
            newsletters: number;
            /** Format: int64 */
            saved_blocks: number;
            /** Format: int64 */
            subscribers: number;
            /** Format: int64 */
            templates: number;
            /** Format: int64 */
            webhooks: number;
        };
        Hour: {
            /** Format: int64 */
            clicks: number;
            /**
             * Format: int64
             * @description Since the start, from 0.
             */
            hour: number;
            /** Format: int64 */
            opens: number;
        };
        /** @description An import as the API shows it. */
        Import: {
            /** Format: int64 */
            bytes_read: number;
            /** Format: int64 */
            bytes_total: number;
            /** Format: int64 */
            created: number;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Those of whom the file says that they left, or that mail to them comes back: kept as such, so that they never get
             *     mail. Who was active here is not any more.
             */
            departed: number;
            /**
             * Format: int64
             * @description Rows whose address comes again in the file: the last one counts, or the last that says that the reader left.
             */
            duplicates: number;
            /** @description The first 100; empty in a list of imports. */
            errors: components["schemas"]["RowError"][];
            /** Format: int64 */
            failed: number;
            file_name: string;
            finished_at: components["schemas"]["Timestamp"] | null;
            /** Format: int64 */
            id: number;
            /** @description CSV header to field; empty when the headers are recognised by name. */
            mapping: {
                [key: string]: string | null;
            };
            mode: components["schemas"]["ImportMode"];
            /** Format: int64 */
            newsletter_id: number;
            newsletter_name: string;
            /**
             * Format: int64
             * @description Known but unsubscribed, bounced or complained: left alone.
             */
            protected: number;
            /** @description Why it failed. */
            reason: string | null;
            /**
             * Format: int64
             * @description Rows below the header: always `created + updated + unchanged + protected + departed + failed + duplicates`.
             */
            rows_read: number;
            status: components["schemas"]["ImportStatus"];
            /** @description What words of the file mean that are not known by themselves. */
            status_map: {
                [key: string]: components["schemas"]["ImportedStatus"];
            };
            /** Format: int64 */
            unchanged: number;
            /** Format: int64 */
            updated: number;
        };
        /**
         * @description What a word of a file means here. The later one of two is the one that counts.
         * @enum {string}
         */
        ImportedStatus: "active" | "pending" | "skip" | "unsubscribed" | "bounced" | "complained";
        /**
         * @description What becomes of readers that the newsletter has already.
         * @enum {string}
         */
        ImportMode: "update" | "add";
        /**
         * @description Where an import stands.
         * @enum {string}
         */
        ImportStatus: "queued" | "running" | "done" | "failed" | "cancelled";
        /**
         * @description What becomes of a mail when nobody knows whether the receiving server took it.
         * @enum {string}
         */
        InDoubtPolicy: "resend" | "hold";
        /** @description This copy of Letterpress. */
        Installation: {
            /** @description The caller may confirm it. */
            can_confirm: boolean;
            restored_at: components["schemas"]["Timestamp"] | null;
            /** @description Nothing leaves this copy until an administrator confirms that it is the one that sends. */
            sending_held: boolean;
            /** @description The operator's pages elsewhere, https addresses in the order given; none unless the operator gave some. */
            social_links: string[];
            /** @example 0.1.0 */
            version: string;
        };
        /**
         * @description The languages a newsletter can speak to its subscribers in, as ISO 639 names them.
         * @enum {string}
         */
        Language: "en" | "de" | "es";
        /** @description Where the readers of a campaign stand; the groups always add up to `intended`. */
        Ledger: {
            /** Format: int64 */
            cancelled: number;
            /** Format: int64 */
            deferred: number;
            /** Format: int64 */
            failed: number;
            /** Format: int64 */
            in_doubt: number;
            /** Format: int64 */
            intended: number;
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            sending: number;
            /** Format: int64 */
            sent: number;
            /** Format: int64 */
            skipped: number;
            /** Format: int64 */
            suppressed: number;
        };
        /** @description Readers who share a reason. */
        LeftOut: {
            /** Format: int64 */
            count: number;
            reason: string;
        };
        /** @description A link of a mail. */
        LinkFigures: {
            /**
             * Format: int64
             * @description How often people clicked it.
             */
            all_clicks: number;
            /**
             * Format: int64
             * @description Readers who clicked it.
             */
            clicks: number;
            /** @description What readers see of it. */
            label: string;
            /** Format: int64 */
            no: number;
            /** Format: int64 */
            robot_clicks: number;
            url: string;
        };
        /** @description A mail and where in it was clicked. */
        LinkMap: {
            /** @description The mail as it is for nobody: as its author made it, unsafe to show without a sandbox. */
            html: string;
            links: components["schemas"]["LinkFigures"][];
        };
        /** @description An image of the library. */
        Media: {
            animated: boolean;
            /**
             * Format: int64
             * @description Of the file at `url`.
             */
            bytes: number;
            /** @description `image/png`, `image/jpeg` or `image/gif`. */
            content_type: string;
            created_at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            height: number;
            /** Format: int64 */
            id: number;
            name: string;
            /** @description Public, and the same for ever. */
            url: string;
            /** @description Narrower ones, ascending. */
            variants: components["schemas"]["MediaVariant"][];
            /**
             * Format: int64
             * @description Pixels of the file at `url`.
             */
            width: number;
        };
        /** @description The same picture, narrower. */
        MediaVariant: {
            /** Format: int64 */
            bytes: number;
            /** Format: int64 */
            height: number;
            url: string;
            /** Format: int64 */
            width: number;
        };
        /**
         * @description How somebody signed in.
         * @enum {string}
         */
        Method: "password" | "passkey" | "hosted";
        /** @description A key just made; it cannot be read again. */
        NewApiKey: components["schemas"]["ApiKey"] & {
            key: string;
        };
        NewCampaign: {
            ab_test?: components["schemas"]["AbTest"] | null;
            /** @description The block editor's document beside the HTML that it made, by the rules of templates. */
            blocks?: components["schemas"]["Block"][] | null;
            /** @description A document or a fragment with merge tags; at most 1 MiB. */
            html_content?: string | null;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"] | null;
            /** @description What mail programs show after the subject; one line; may hold merge tags. */
            preheader?: string | null;
            segment?: components["schemas"]["Segment"] | null;
            /** @description One line; may hold merge tags. */
            subject: string;
            /** @description Made from the HTML when absent; at most 1 MiB. */
            text_content?: string | null;
            /** @description At most 64 KiB of JSON. Kept as it is sent. */
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        NewPasskey: {
            challenge_id: string;
            /** @description `RegistrationResponseJSON`. */
            credential: components["schemas"]["RegistrationResponse"];
            /** @description What the author calls it. */
            name: string;
        };
        NewPassword: {
            /**
             * Format: password
             * @description Taken as it is typed.
             */
            password: string;
            /** @description From the link in the mail. */
            token: string;
        };
        NewSavedBlock: {
            /** @description One block, with what is inside it if it has columns. */
            block: components["schemas"]["Block"];
            /** @description One line. */
            name: string;
        };
        Newsletter: {
            created_at: components["schemas"]["Timestamp"];
            description: string | null;
            domain: string | null;
            /** Format: int64 */
            domain_id: number | null;
            domain_status: components["schemas"]["DomainStatus"] | null;
            domain_type: components["schemas"]["DomainType"] | null;
            double_opt_in: boolean;
            from_name: string;
            from_prefix: string;
            /** Format: int64 */
            id: number;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            is_active: boolean;
            /** @description Part of the sample data: it sends no campaign, and nobody can subscribe to it. */
            is_sample: boolean;
            /** @description Of its public pages and of the emails that these send. */
            language: components["schemas"]["Language"];
            name: string;
            /** @description Names its public page; cannot be guessed. */
            public_id: string;
            reply_to: string | null;
            /** @description `from_prefix@domain`; without a domain the operator's fallback domain, or example.com. */
            sending_address: string;
            subscribers: components["schemas"]["SubscriberCounts"];
            /** @description What is counted of opens and clicks. */
            tracking: components["schemas"]["Tracking"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Totals of a newsletter over all its campaigns that were sent to their end, as on every screen; rates are percentages of
         *     the sends that count per reader.
         */
        NewsletterAnalytics: {
            /** Format: double */
            bounce_rate: number;
            /** Format: double */
            click_rate: number;
            /** Format: int64 */
            newsletter_id: number;
            /** Format: double */
            open_rate: number;
            /** Format: int64 */
            total_bounces: number;
            /**
             * Format: int64
             * @description In any state.
             */
            total_campaigns: number;
            /** Format: int64 */
            total_clicks: number;
            /** Format: int64 */
            total_opens: number;
            /** Format: int64 */
            total_sends: number;
            /** Format: int64 */
            tracked_clicks: number;
            /** Format: int64 */
            tracked_opens: number;
            /**
             * Format: int64
             * @description What the rates are made of: mails, openers and clickers of campaigns that count per reader.
             */
            tracked_sends: number;
        };
        NewTemplate: {
            /** @description At most 500, those inside columns included, and 1 MiB of JSON. Kept as they are sent. */
            blocks?: components["schemas"]["Block"][] | null;
            /** @description What the editor made of the blocks; at most 1 MiB. */
            html_content?: string | null;
            /** @description True when absent. */
            is_active?: boolean | null;
            /** @description One line. */
            name: string;
            /** @description What mail programs show after the subject; one line; may hold merge tags. */
            preheader?: string | null;
            /** @description One line; may hold merge tags. */
            subject?: string | null;
            /** @description At most 64 KiB of JSON. Kept as it is sent. */
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description What an authenticator app needs. */
        NewTotp: {
            /** @description The same as a link that apps understand. */
            otpauth_url: string;
            /** @description The link as a QR code: an SVG document. */
            qr_svg: string;
            /** @description In base32, to be typed. */
            secret: string;
        };
        /** @description A webhook with its secret, which is shown this once. */
        NewWebhook: components["schemas"]["Webhook"] & {
            /** @description `whsec_` and the base64 of the bytes that sign. */
            secret: string;
        };
        /** @description Something that an author has to be told. */
        Notice: {
            created_at: components["schemas"]["Timestamp"];
            detail: string | null;
            /** @description A path of the dashboard. */
            href: string | null;
            /** Format: int64 */
            id: number;
            kind: components["schemas"]["NoticeKind"];
            title: string;
        };
        /**
         * @description What a notice is about.
         * @enum {string}
         */
        NoticeKind: "domain_verified" | "domain_broken" | "campaign_paused" | "sending_stuck" | "campaign_missed" | "campaign_late" | "webhook_disabled" | "storage_failed";
        /** @description Which mails an author gets about the account. */
        Notifications: {
            /** @description How a campaign went: a day after it ended, and at once when something needs the author. */
            campaign_reports: boolean;
            /** @description Sign-ins from new devices, and changes of how one signs in. */
            security_alerts: boolean;
            /** @description On Mondays at 08:00 of the author's time zone. */
            weekly_summary: boolean;
        };
        /** @description OpenID Connect Discovery 1.0 §3, as far as it applies to an issuer that has no authorisation page. */
        OpenIdConfiguration: {
            id_token_signing_alg_values_supported: string[];
            issuer: string;
            jwks_uri: string;
            response_types_supported: string[];
            subject_types_supported: string[];
        };
        /** @description The campaign that one was made from. */
        Origin: {
            /** Format: int64 */
            campaign_id: number;
            kind: components["schemas"]["OriginKind"];
            /** @description Null when it was deleted. */
            subject: string | null;
        };
        /**
         * @description Why a campaign was made from another one.
         * @enum {string}
         */
        OriginKind: "not_opened" | "not_sent" | "repeat" | "duplicate";
        Overview: {
            /** @description Today and the 29 days before it, UTC. */
            last_30_days: components["schemas"]["OverviewPeriod"];
            previous_30_days: components["schemas"]["OverviewPeriod"];
            /** @description Newest first. */
            recent_activity: components["schemas"]["Activity"][];
            /** @description 60 days, oldest first; the last is today. */
            series: components["schemas"]["OverviewDay"][];
            setup: components["schemas"]["OverviewSetup"];
            totals: components["schemas"]["OverviewTotals"];
        };
        OverviewDay: {
            /** Format: int64 */
            clicks: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            emails_sent: number;
            /** Format: int64 */
            new_subscribers: number;
            /** Format: int64 */
            opens: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        OverviewPeriod: {
            /** Format: int64 */
            campaigns_sent: number;
            /** Format: double */
            click_rate: number;
            /** Format: int64 */
            clicks: number;
            /** Format: int64 */
            emails_sent: number;
            /** Format: int64 */
            new_subscribers: number;
            /**
             * Format: double
             * @description Percent of the mails of the campaigns sent then.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description First opens and clicks that came in then.
             */
            opens: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        /** @description The first steps, and which of them are done. Sample data does none of them. */
        OverviewSetup: {
            /** @description There is a campaign, in any state. */
            campaign: boolean;
            /** @description There is a newsletter. */
            newsletter: boolean;
            /** @description There is sample data. */
            sample_data: boolean;
            /** @description A newsletter has a verified sending domain, or the operator's fallback domain. */
            sender_domain: boolean;
            /** @description A campaign has left. */
            sent: boolean;
            /** @description Whether the author wants to see them. */
            shown: boolean;
            /** @description A newsletter has a subscriber, in any state. */
            subscribers: boolean;
        };
        OverviewTotals: {
            /**
             * Format: int64
             * @description In any state.
             */
            campaigns: number;
            /** Format: int64 */
            emails_sent: number;
            /** Format: int64 */
            newsletters: number;
            /**
             * Format: int64
             * @description In any state.
             */
            subscribers: number;
        };
        /** @description A passkey as lists show it. */
        Passkey: {
            created_at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            id: number;
            last_used_at: components["schemas"]["Timestamp"] | null;
            name: string;
        };
        PasskeyName: {
            name: string;
        };
        /** @description What `navigator.credentials` is called with; both are good for five minutes and one use. */
        PasskeyOptions: {
            challenge_id: string;
            /** @description `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1). */
            options: Record<string, never>;
        };
        PasskeySignIn: {
            challenge_id: string;
            /** @description `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1). */
            credential: components["schemas"]["AuthenticationResponse"];
        };
        Password: {
            /**
             * Format: password
             * @description The current one.
             */
            password: string;
        };
        PasswordReset: {
            /** Format: email */
            email: string;
        };
        PreviewView: {
            /** @description `Name <address>`. */
            from: string;
            headers: components["schemas"]["HeaderLine"][];
            html: string;
            preheader: string | null;
            reply_to: string | null;
            /** @description Of the whole message. */
            size_bytes: number;
            subject: string;
            text: string;
            /** @description The reader's address. */
            to: string;
        };
        /** @description The answer's body. */
        ProblemBody: {
            code: components["schemas"]["ProblemCode"];
            detail: string;
            errors?: components["schemas"]["FieldError"][];
            /** Format: int32 */
            status: number;
            title: string;
            /** @description `about:blank` where the status says which kind of problem it is; else the call names its own. */
            type: string;
        };
        /**
         * @description What kind of problem it is. Where nothing says it more closely, the status does.
         * @enum {string}
         */
        ProblemCode: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "invalid_fields" | "too_many_requests" | "misdirected" | "internal_error" | "unavailable" | "disk_full" | "second_factor_required" | "sign_in_again" | "email_taken" | "passkey_exists" | "too_many_passkeys" | "passkeys_unavailable" | "two_factor_on" | "two_factor_off" | "two_factor_not_begun" | "no_mail_sender" | "sending_held" | "request_in_progress" | "request_interrupted" | "answer_shown_once" | "idempotency_key_reused" | "newsletter_inactive" | "newsletter_unusable" | "sample_newsletter" | "no_active_subscribers" | "subscriber_exists" | "wrong_subscriber_status" | "suppression_exists" | "import_over" | "wrong_campaign_status" | "campaign_in_progress" | "changed_meanwhile" | "newer_revision" | "not_sent_yet" | "not_in_doubt" | "opens_unknown" | "ab_test_not_waiting" | "origin_deleted" | "origin_not_done" | "time_missed" | "feed_unreadable" | "feed_without_news" | "template_not_rendered" | "domain_taken" | "no_sending_domain" | "sending_domain_off" | "sending_domain_not_verified" | "ses_keeps_keys" | "ses_failed" | "too_many_saved_blocks" | "too_many_webhooks" | "webhook_off" | "delivery_not_repeatable";
        /** @description One event of the stream. */
        ProgressEvent: {
            /** @description A `Progress` as JSON. */
            data: string;
            /** @description `progress`, and `done` for the last one. */
            event: string;
        };
        /** @enum {string} */
        Provider: "local" | "oidc";
        /** @description How many readers share a state and a reason. */
        Reason: {
            /** Format: int64 */
            count: number;
            reason: string | null;
            state: components["schemas"]["DeliveryGroup"];
        };
        /** @description How many records are in which state. */
        RecordCounts: {
            found: number;
            missing: number;
            unchecked: number;
            unknown: number;
            wrong: number;
        };
        /** @description Each is good once, in the place of a code of the app; they are not shown again. */
        RecoveryCodes: {
            recovery_codes: string[];
        };
        RegisterDomain: {
            /** @description The bare name; unicode is taken too. */
            domain: string;
            notes?: string | null;
        };
        /** @description WebAuthn Level 3 §5.1 `RegistrationResponseJSON`, as far as it is read. */
        RegistrationResponse: {
            rawId: components["schemas"]["Bytes"];
            response: components["schemas"]["AttestationResponse"];
        };
        /** @description What stays because its author changed it or added to it. It is no sample any more. */
        RemovedSampleData: {
            campaign_kept: boolean;
            newsletter_kept: boolean;
            template_kept: boolean;
        };
        /** @description The rule of a repeating campaign; each occurrence makes a campaign of its own. */
        Repeat: {
            /** @description An issue is made only when this feed has something new. */
            feed_url: string | null;
            frequency: components["schemas"]["Frequency"];
            /**
             * Format: int32
             * @description Every so many days, weeks or months.
             */
            interval: number;
            /** Format: int64 */
            last_issue_id: number | null;
            /** Format: int32 */
            month_day: number | null;
            /**
             * Format: int64
             * @description Issues made so far.
             */
            times: number;
            /**
             * Format: date
             * @description The last day.
             */
            until: string | null;
            /** @description ISO: 1 is Monday. */
            weekdays: number[];
        };
        /** @description Each occurrence makes a campaign of its own. Needs a wall time. */
        RepeatRule: {
            /** @description An issue is made only when this feed has something new. */
            feed_url?: string | null;
            frequency: components["schemas"]["Frequency"];
            /**
             * Format: int32
             * @description Every so many days, weeks or months; 1 when absent.
             */
            interval?: number | null;
            /**
             * Format: int32
             * @description Monthly; the day of `local_time` when absent. A shorter month has its last day.
             */
            month_day?: number | null;
            /**
             * Format: date
             * @description The last day.
             */
            until?: string | null;
            /** @description ISO: 1 is Monday. Weekly; the weekday of `local_time` when absent. */
            weekdays?: number[] | null;
        };
        /** @description What became of a campaign. */
        Report: components["schemas"]["Engagement"] & {
            /**
             * Format: int64
             * @description Mails whose mailbox does not exist, also those that were accepted first.
             */
            bounced: number;
            /** Format: int64 */
            campaign_id: number;
            /**
             * Format: int64
             * @description Readers who called it spam.
             */
            complained: number;
            /** Format: double */
            duration_seconds: number | null;
            finished_at: components["schemas"]["Timestamp"] | null;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            ledger: components["schemas"]["Ledger"];
            origin: components["schemas"]["Origin"] | null;
            pause_reason: string | null;
            /**
             * Format: double
             * @description Messages accepted per second, from start to end or now.
             */
            rate_per_second: number | null;
            reasons: components["schemas"]["Reason"][];
            /**
             * Format: int64
             * @description Mails whose mailbox was full or away.
             */
            soft_bounced: number;
            started_at: components["schemas"]["Timestamp"] | null;
            status: components["schemas"]["CampaignStatus"];
            trouble: components["schemas"]["SendingTrouble"] | null;
            /**
             * @description Readers of whom it was not known, once or more, whether a message arrived: the only ones who may have got two.
             *     The first 100.
             */
            uncertain: components["schemas"]["Delivery"][];
            /** @description Why nothing leaves just now although it is being sent, such as a daily limit. */
            waiting: string | null;
        };
        Resend: {
            to: components["schemas"]["SegmentKind"];
        };
        Resolve: {
            as: components["schemas"]["Decision"];
        };
        /** @description A wall time as an instant. */
        ResolvedTime: {
            is_past: boolean;
            kind: components["schemas"]["WallKind"];
            /** @description What an author has to know about a time that does not exist or comes twice. */
            note: string | null;
            scheduled_at: components["schemas"]["Timestamp"];
            /** @description Such as `+02:00`. */
            utc_offset: string;
        };
        RestoreCampaignVersion: {
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
        };
        RestoreTemplateVersion: {
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
        };
        /**
         * @description What an author may do: `admin` may also write shared domains.
         * @enum {string}
         */
        Role: "author" | "admin";
        /** @description Why a row was not imported. */
        RowError: {
            /** @description The column's header, or `row`. */
            field: string;
            /**
             * Format: int64
             * @description The line of the file on which the row starts, from 1.
             */
            line: number;
            message: string;
            /** @description What stands there, at most 100 characters. */
            value: string;
        };
        /** @description The samples of an author. */
        SampleData: {
            /** Format: int64 */
            campaign_id: number;
            /** Format: int64 */
            newsletter_id: number;
            /** Format: int64 */
            subscribers: number;
            /** Format: int64 */
            template_id: number;
        };
        /** @description A block that the author keeps to use in other mails. */
        SavedBlock: {
            block: components["schemas"]["Block"];
            created_at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            id: number;
            name: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description How the time of a scheduled campaign was chosen. */
        Schedule: {
            kind: components["schemas"]["ScheduleKind"];
            /** @description Wall time in the zone, such as `2027-03-28T09:00`. */
            local_time: string | null;
            /** @description That this time does not exist that day, or comes twice. */
            note: string | null;
            time_zone: string | null;
        };
        /** @description When it leaves: an instant, or a wall time in a zone. */
        ScheduleCampaign: {
            /** @description At that wall time where each reader lives, by the attribute `time_zone`; `time_zone` here is for everyone else. */
            each_reader?: boolean | null;
            /** @description Wall time in the zone, such as `2027-03-28T09:00`. */
            local_time?: string | null;
            repeat?: components["schemas"]["RepeatRule"] | null;
            scheduled_at?: components["schemas"]["Timestamp"] | null;
            /** @description A name of the IANA database, such as `Europe/Madrid`. */
            time_zone?: string | null;
        };
        /**
         * @description How the instant of a schedule came about.
         * @enum {string}
         */
        ScheduleKind: "instant" | "wall" | "reader";
        /**
         * @description One thing an API key may do. A write scope includes reading its own area; `read` reads everything but the account,
         *     the keys and the webhooks; those need `full`.
         * @enum {string}
         */
        Scope: "full" | "read" | "newsletters:write" | "subscribers:write" | "campaigns:write" | "campaigns:send" | "templates:write" | "domains:write";
        Scopes: ("full" | "read" | "newsletters:write" | "subscribers:write" | "campaigns:write" | "campaigns:send" | "templates:write" | "domains:write")[];
        SearchHit: {
            /** @description A path of the dashboard. */
            href: string;
            /** Format: int64 */
            id: number;
            subtitle: string | null;
            title: string;
        };
        SearchResult: {
            campaigns: components["schemas"]["SearchHit"][];
            domains: components["schemas"]["SearchHit"][];
            newsletters: components["schemas"]["SearchHit"][];
            subscribers: components["schemas"]["SearchHit"][];
            templates: components["schemas"]["SearchHit"][];
        };
        /** @description How an account is protected. */
        Security: {
            email_verified: boolean;
            has_password: boolean;
            passkeys: components["schemas"]["Passkey"][];
            provider: components["schemas"]["Provider"];
            totp: components["schemas"]["TotpState"] | null;
        };
        /** @description Who of a newsletter's audience a campaign is for. */
        Segment: {
            /**
             * Format: int64
             * @description A campaign of the same newsletter.
             */
            campaign_id: number;
            kind: components["schemas"]["SegmentKind"];
        };
        /** @enum {string} */
        SegmentKind: "not_opened" | "not_sent";
        /** @description Why no email leaves, and since when. */
        SendingTrouble: {
            /** @description What happened, and what to do. */
            reason: string;
            since: components["schemas"]["Timestamp"];
        };
        SendTemplateTest: {
            /**
             * Format: int64
             * @description The newsletter whose sender and first subscriber it is made with; without it the newest that is active.
             */
            newsletter_id?: number | null;
            /** @description Addresses, at most ten. */
            to: string[];
        };
        SendTest: {
            /** @description Addresses, at most ten. */
            to: string[];
        };
        /** @description What became of each address. */
        SentTest: {
            failed: components["schemas"]["FailedTest"][];
            sent: string[];
        };
        /** @description What sign-up, sign-in and refresh answer. */
        Session: {
            /** @description A JWT for `Authorization: Bearer`. */
            access_token: string;
            author: components["schemas"]["Author"];
            /**
             * Format: int64
             * @description Seconds.
             */
            expires_in: number;
            /** @description Always `Bearer`. */
            token_type: string;
        };
        /** @description A signed-in browser. */
        SessionEntry: {
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** @description Program and system, as far as they told: "Firefox on Linux". */
            device: string;
            /** Format: int64 */
            id: number;
            /** @description Address of the client; null for this machine, which may be a proxy. */
            ip: string | null;
            last_used_at: components["schemas"]["Timestamp"];
            method: components["schemas"]["Method"];
        };
        /** @description The settings of an author. */
        Settings: {
            account: components["schemas"]["AccountSettings"];
            email: components["schemas"]["EmailSettings"];
            notifications: components["schemas"]["Notifications"];
        };
        SignIn: {
            /** @description Of an account with two-factor authentication: six digits from the app, or a recovery code. */
            code?: string | null;
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
        };
        SignUp: {
            /** Format: email */
            email?: string | null;
            name?: string | null;
            /**
             * Format: password
             * @description Taken as it is typed.
             */
            password?: string | null;
        };
        /** @description How many readers stand where, and how many came within the last seven days. */
        Stats: {
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            bounced: number;
            /** Format: int64 */
            complained: number;
            /** Format: int64 */
            pending: number;
            /**
             * Format: int64
             * @description Subscribed within the last 7 days. Exact up to 20,000, beyond that from the figures of the days.
             */
            this_week: number;
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        /** @description A change of state. */
        StatusChange: {
            at: components["schemas"]["Timestamp"];
            reason: string | null;
            status: string;
        };
        /**
         * @description What one point of the series stands for.
         * @enum {string}
         */
        Step: "day" | "week";
        /** @description A reader as the API shows it. */
        Subscriber: {
            attributes: {
                [key: string]: components["schemas"]["AttributeValue"];
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description As typed; two addresses that differ in case alone are one reader. */
            email: string;
            first_name: string | null;
            /** Format: int64 */
            id: number;
            last_name: string | null;
            /** Format: int64 */
            newsletter_id: number;
            newsletter_name: string;
            status: components["schemas"]["SubscriberStatus"];
            subscribed_at: components["schemas"]["Timestamp"];
            tags: string[];
            unsubscribed_at: components["schemas"]["Timestamp"] | null;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Readers by state. */
        SubscriberCounts: {
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            bounced: number;
            /** Format: int64 */
            complained: number;
            /** Format: int64 */
            pending: number;
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            unsubscribed: number;
        };
        /**
         * @description Where a reader stands. Only `active` receives mail.
         * @enum {string}
         */
        SubscriberStatus: "active" | "unsubscribed" | "pending" | "bounced" | "complained";
        /** @description An address that nothing is sent to. */
        Suppression: {
            created_at: components["schemas"]["Timestamp"];
            detail: string | null;
            email: string;
            /** Format: int64 */
            id: number;
            reason: components["schemas"]["SuppressionReason"];
            /** @description Who said so: smtp (the answer to a mail), report (a delivery or feedback report), ses or manual. */
            source: string;
        };
        /**
         * @description Why an address is on the list.
         * @enum {string}
         */
        SuppressionReason: "hard_bounce" | "complaint" | "soft_bounces" | "manual" | "reserved";
        /** @description A template. */
        Template: {
            /**
             * Format: int64
             * @description Blocks, those inside columns included.
             */
            block_count: number;
            blocks: components["schemas"]["Block"][];
            created_at: components["schemas"]["Timestamp"];
            /** @description What the editor made of the blocks; null when they changed since, and in the list. */
            html_content: string | null;
            /** Format: int64 */
            id: number;
            is_active: boolean;
            name: string;
            preheader: string | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description Empty for none. */
            subject: string;
            theme: {
                [key: string]: unknown;
            } | null;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of templates. */
        TemplateList: {
            templates: components["schemas"]["Template"][];
        };
        /** @description A save of a template, without its contents. */
        TemplateSave: {
            /** Format: int64 */
            block_count: number;
            created_at: components["schemas"]["Timestamp"];
            name: string;
            /** Format: int64 */
            revision: number;
            subject: string;
        };
        /** @description A save of a template. */
        TemplateVersion: {
            /** Format: int64 */
            block_count: number;
            blocks: components["schemas"]["Block"][];
            created_at: components["schemas"]["Timestamp"];
            html_content: string | null;
            name: string;
            preheader: string | null;
            /** Format: int64 */
            revision: number;
            subject: string;
            theme: {
                [key: string]: unknown;
            } | null;
        };
        /** Format: date-time */
        Timestamp: string;
        /** @description Two-factor authentication with an app. */
        TotpState: {
            enabled_at: components["schemas"]["Timestamp"];
            /** Format: int64 */
            recovery_codes_left: number;
        };
        /**
         * @description What is counted of what readers do with a mail.
         * @enum {string}
         */
        Tracking: "full" | "anonymous" | "none";
        /**
         * @description How mail leaves this installation.
         * @enum {string}
         */
        Transport: "capture" | "smtp" | "ses";
        /** @description A mail that came back and was not understood. */
        UnknownReport: {
            /** Format: int64 */
            campaign_id: number | null;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description Of the mail that it came back for; null when it is unproven.
             */
            newsletter_id: number | null;
            reason: components["schemas"]["UnknownReportReason"];
            received_at: components["schemas"]["Timestamp"];
            /** @description Who wrote it, as it says itself. */
            sender: string | null;
            /**
             * Format: int64
             * @description Of the whole mail.
             */
            size_bytes: number;
            subject: string | null;
            /** Format: int64 */
            subscriber_id: number | null;
        };
        /**
         * @description Why a mail that came back is kept.
         * @enum {string}
         */
        UnknownReportReason: "unclear" | "unknown" | "unproven";
        /** @description The same with what it says. */
        UnknownReportText: components["schemas"]["UnknownReport"] & {
            /** @description The first 16 KiB of the mail as it came, header and all. Text of a stranger: show it as text. */
            text: string;
        };
        /** @description Any subset of the fields. */
        UpdateApiKey: {
            expires_at?: components["schemas"]["Timestamp"] | null;
            name?: string;
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description Any subset of the fields; null clears an optional one. */
        UpdateCampaign: {
            ab_test?: components["schemas"]["AbTest"] | null;
            blocks?: components["schemas"]["Block"][] | null;
            html_content?: string | null;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"];
            preheader?: string | null;
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
            segment?: components["schemas"]["Segment"] | null;
            subject?: string;
            text_content?: string | null;
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Any subset of the fields; null clears an optional one. The name stays: another name is another domain. */
        UpdateDomain: {
            /**
             * Format: int64
             * @description Mails a day, UTC; 0: no limit.
             */
            daily_send_limit?: number;
            is_active?: boolean;
            notes?: string | null;
            /** @description A name below the domain that links in mails start with, once its CNAME is found. */
            tracking_host?: string | null;
            /**
             * @description Begins (or ends) the warm-up: 200 mails on the first day, half as many again on each further one, most engaged
             *     readers first.
             */
            warm_up?: boolean;
        };
        UpdateEmailSettings: {
            /** Format: email */
            default_from_email?: string | null;
            default_from_name?: string | null;
            /** Format: email */
            reply_to?: string | null;
        };
        /** @description Any subset of the fields. */
        UpdateMe: {
            company?: string | null;
            name?: string | null;
            /** @description A name of the IANA time zone database, such as `Europe/Vienna`. */
            time_zone?: string | null;
        };
        UpdateMedia: {
            /** @description One line. */
            name?: string;
        };
        /** @description Any subset of the fields; null clears an optional one. */
        UpdateNewsletter: {
            description?: string | null;
            /** Format: int64 */
            domain_id?: number | null;
            double_opt_in?: boolean;
            from_name?: string;
            /** @description The part of the sending address before the @. */
            from_prefix?: string;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"];
            is_active?: boolean;
            /** @description Of the public pages and of the emails that these send. */
            language?: components["schemas"]["Language"];
            name?: string;
            /** Format: email */
            reply_to?: string | null;
            /** @description Campaigns that are on their way keep what they started with. */
            tracking?: components["schemas"]["Tracking"];
        };
        UpdateNotifications: {
            campaign_reports?: boolean;
            security_alerts?: boolean;
            weekly_summary?: boolean;
        };
        /** @description Any subset of the fields. */
        UpdateSavedBlock: {
            block?: components["schemas"]["Block"];
            name?: string;
        };
        /** @description Any subset of the fields. */
        UpdateSettings: {
            account?: components["schemas"]["UpdateMe"] | null;
            email?: components["schemas"]["UpdateEmailSettings"] | null;
            notifications?: components["schemas"]["UpdateNotifications"] | null;
        };
        /** @description Any subset of the fields. */
        UpdateSubscriber: {
            /** @description Replaces all attributes; null removes them. */
            attributes?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            email?: string | null;
            first_name?: string | null;
            last_name?: string | null;
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description Replaces all tags; null removes them. */
            tags?: string[] | null;
        };
        /** @description Any subset of the fields; null clears an optional one. */
        UpdateTemplate: {
            blocks?: components["schemas"]["Block"][] | null;
            /** @description Null when left out beside a change of what it is made of. */
            html_content?: string | null;
            is_active?: boolean;
            name?: string;
            preheader?: string | null;
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
            subject?: string | null;
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Any subset of the fields. */
        UpdateWebhook: {
            /** @description Null removes it. */
            description?: string | null;
            events?: components["schemas"]["WebhookEvent"][] | null;
            /** @description Switched off, nothing more is sent and what waits is given up; switched on, it begins with new events. */
            is_active?: boolean | null;
            url?: string | null;
        };
        /** @description Medians, in percent of the mails that were sent. */
        Usual: {
            /** Format: double */
            bounce_rate: number;
            /**
             * Format: int64
             * @description How many campaigns they are of, the latest 20 at most.
             */
            campaigns: number;
            /** Format: double */
            click_rate: number;
            /** Format: double */
            open_rate: number;
            /** Format: double */
            unsubscribe_rate: number;
        };
        /** @description How the sample of one variant fared. */
        VariantFigures: {
            /** Format: int64 */
            clicks: number;
            /**
             * Format: int64
             * @description Readers of its sample.
             */
            intended: number;
            name: string;
            /** Format: int64 */
            opens: number;
            /**
             * Format: double
             * @description By the metric of the test, in percent.
             */
            rate: number;
            /** Format: int64 */
            sent: number;
            subject: string;
        };
        VerificationStatus: {
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description Newest first, at most 50. */
            history: components["schemas"]["StatusChange"][];
            next_check_at: components["schemas"]["Timestamp"] | null;
            records: components["schemas"]["RecordCounts"];
            ses_dkim_verified: boolean;
            ses_verified: boolean;
            status_reason: string | null;
            verification_status: components["schemas"]["DomainStatus"];
        };
        /** @description The address that is verified now. */
        VerifiedEmail: {
            email: string;
        };
        VerifyEmail: {
            /** @description From the link in the mail. */
            token: string;
        };
        /**
         * @description Whether a wall time exists once that day.
         * @enum {string}
         */
        WallKind: "exact" | "gap" | "overlap";
        /** @description A server that is told of events. */
        Webhook: {
            created_at: components["schemas"]["Timestamp"];
            description: string | null;
            disabled_at: components["schemas"]["Timestamp"] | null;
            disabled_reason: string | null;
            events: components["schemas"]["WebhookEvent"][];
            failing_since: components["schemas"]["Timestamp"] | null;
            /** Format: int64 */
            id: number;
            /** @description Whether events are sent there. */
            is_active: boolean;
            last_delivery: components["schemas"]["WebhookDelivery"] | null;
            updated_at: components["schemas"]["Timestamp"];
            url: string;
        };
        /** @description An event on its way to one webhook. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Attempts that ended.
             */
            attempts: number;
            created_at: components["schemas"]["Timestamp"];
            delivered_at: components["schemas"]["Timestamp"] | null;
            /** Format: int64 */
            duration_ms: number | null;
            /** @description Why the last attempt failed, a sentence. */
            error: string | null;
            /**
             * @description The header `webhook-id`: the same for every attempt and replay of an event.
             * @example evt_mzxw6ytboi4dcmzz
             */
            event_id: string;
            /** Format: int64 */
            id: number;
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            /** @description The body that is sent. */
            payload: {
                [key: string]: unknown;
            };
            /** @description The first 1,024 bytes of the last answer. */
            response: string | null;
            /**
             * Format: int64
             * @description Counts the events of this webhook without gaps, from 1; a test has 0.
             */
            sequence: number;
            state: components["schemas"]["WebhookDeliveryState"];
            /**
             * Format: int64
             * @description Of the last answer.
             */
            status: number | null;
            /**
             * @description Of the event, or `test`.
             * @example email.opened
             */
            type: string;
            /** Format: int64 */
            webhook_id: number;
        };
        /**
         * @description Where a delivery stands.
         * @enum {string}
         */
        WebhookDeliveryState: "pending" | "delivered" | "failed" | "test";
        /**
         * @description What a webhook can be told.
         * @enum {string}
         */
        WebhookEvent: "email.opened" | "email.clicked" | "email.bounced" | "email.complained" | "subscriber.created" | "subscriber.confirmed" | "subscriber.updated" | "subscriber.unsubscribed" | "subscriber.deleted" | "campaign.sending" | "campaign.sent" | "campaign.paused";
        /** @description A secret that is shown this once. */
        WebhookSecret: {
            /** @description `whsec_` and the base64 of the bytes that sign. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    openid_configuration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenIdConfiguration"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    analytics: {
        parameters: {
            query?: {
                /** @description Only this newsletter. */
                newsletter_id?: number;
                /** @description `30d` when absent. */
                range?: "30d" | "90d" | "6m" | "1y";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_api_keys: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours. The key is not shown again: the same call is 409 */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first call with this Idempotency-Key has been answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    regenerate_api_key: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours. The key is not shown again: the same call is 409 */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first call with this Idempotency-Key has been answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description This Idempotency-Key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthConfig"];
                };
            };
        };
    };
    passkey_sign_in: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Passkeys cannot work at this address */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    passkey_request_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Passkeys cannot work at this address */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description If there is such an account, an email is on its way */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description This installation cannot send mail */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    confirm_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The password is too short, or the link was used or has expired */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked by another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The Idempotency-Key was used for another request */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The hosted sign-in provider does not answer; the session is kept */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Asked by another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    sign_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            201: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Sign-up is closed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The address is taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    verify_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedEmail"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another account has the address by now */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The link was used or has expired */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_unknown_reports: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description `unclear`, `unknown` or `unproven`. */
                reason?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownReport"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_unknown_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                report_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownReportText"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_unknown_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                report_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_all_campaigns: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only those of this newsletter. */
                newsletter_id?: number;
                /** @description A part of the subject. */
                q?: string;
                /** @description Only those in this state. */
                status?: components["schemas"]["CampaignStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    /** @description true when counting stopped at the total given */
                    "x-total-count-capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_captured_mail: {
        parameters: {
            query?: {
                campaign_id?: number;
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                kind?: components["schemas"]["CapturedMailKind"];
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                newsletter_id?: number;
                /** @description A part of the recipient or the subject. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    /** @description true when counting stopped at the total given */
                    "x-total-count-capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapturedMail"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_captured_mail: {
        parameters: {
            query?: {
                links?: "harmless" | "as_sent";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapturedMailDetail"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_raw_captured_mail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    doctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorReport"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_domains: {
        parameters: {
            query?: {
                /** @description Only those that are switched on. */
                active_only?: boolean;
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description `shared` or `user`. */
                domain_type?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only the caller's own. */
                user_only?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_domain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is registered already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_domain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_domain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateDomain"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_domain: {
        parameters: {
            query?: {
                /** @description Whether the identity at Amazon SES goes too; true when absent. */
                remove_from_aws?: boolean;
            };
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A campaign is being sent from it, or Amazon SES did not remove it */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    dns_records: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsRecords"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    domain_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainMetrics"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    reset_metrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAndRecords"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    rotate_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAndRecords"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Amazon SES keeps the keys and rotates them itself */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    verification_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationStatus"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    verify_domain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAndRecords"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    zone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    register_domain: {
        parameters: {
            query?: {
                /** @description `shared` (administrators only) or `user`; `shared` when absent. */
                domain_type?: string;
            };
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterDomain"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainAndRecords"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is registered already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_imports: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only imports into this newsletter. */
                newsletter_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    show_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    cancel_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    import_errors_csv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    show_installation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    confirm_sending: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Author"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMe"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Author"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteMe"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key, or the sign-in at the hosted provider is too long ago */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A campaign is being sent */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_audit: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string | null;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    change_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            /** @description The link is on its way */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The address is taken, or this installation cannot send mail */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description An archive of this author or several of others are being written; see `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    holdings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holdings"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The passkey is known, or passkeys cannot work at this address */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    rename_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyName"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    passkey_creation_options: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Passkeys cannot work at this address, or there are too many */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    make_sample_data: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was there already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    remove_sample_data: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedSampleData"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_security: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEntry"][];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    end_other_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    begin_totp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is on already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    end_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    confirm_totp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It was not begun, or is on already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The code is wrong */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    replace_recovery_codes: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Two-factor authentication is off */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    send_verification: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Asked with an API key */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A hosted provider signs authors in */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description This installation cannot send mail */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_media: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description A part of the name. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    /** @description true when counting stopped at the total given */
                    "x-total-count-capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_media: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateMedia"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_media: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_media: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_media: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_newsletters: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Newsletter"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_newsletter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateNewsletter"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first call with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_subscribers: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Part of the address or of a name, in any case; one or two characters: the start of the address. */
                q?: string;
                /** @description Only readers who stand there. */
                status?: components["schemas"]["SubscriberStatus"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all; with `q` counting stops at 1000 */
                    "X-Total-Count"?: number;
                    /** @description `true` when there are more than counted */
                    "X-Total-Count-Capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriber"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_subscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscriber"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    show_subscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_subscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriber"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_subscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    bulk_subscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSubscribers"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    export_subscribers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateImport"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_newsletter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_newsletter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNewsletter"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_newsletter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A campaign is being sent */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    newsletter_analytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsletterAnalytics"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_campaigns: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The newsletter is inactive */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_campaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_campaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither draft nor scheduled, or was changed since the given revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_campaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither draft nor cancelled */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    campaign_analytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignAnalytics"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_attachment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateAttachment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither draft nor scheduled */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attachment_id: number;
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither draft nor scheduled */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    check_campaign: {
        parameters: {
            query?: {
                /** @description Ask every link whether it answers; takes up to 12 seconds. */
                links?: boolean;
            };
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checks"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    dry_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    duplicate_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The newsletter is inactive */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    preview_campaign: {
        parameters: {
            query?: {
                /** @description Which reader; without it the first active one, or a sample. */
                subscriber_id?: number;
                /** @description Which variant of an A/B test, from 0; without it the campaign as it is. */
                variant?: number;
            };
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewView"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The newsletter's sender cannot be used */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    resend_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resend"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It was not sent, or its opens are not known */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    schedule_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCampaign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Its state or its newsletter forbids it */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    send_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The newsletter is inactive or has no usable sender */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_campaign_versions: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignSave"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_campaign_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                newsletter_id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignVersion"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    restore_campaign_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
                newsletter_id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreCampaignVersion"] | null;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither draft nor scheduled, or was changed since the given revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    decide_ab_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It has no A/B test, or the sample is not out yet */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled; a scheduled campaign is a draft again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draining"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is neither scheduled, being sent nor paused */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description Only mails to which this happened: bounced, soft_bounced, complained or delivered. Without `q`. */
                event?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Part of the reader's address or name. */
                q?: string;
                /**
                 * @description A group of the ledger: queued, sending, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt; or
                 *     opened, clicked, not_opened (without `q`).
                 */
                state?: string;
            };
            header?: never;
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    proof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It was not sent yet */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    resolve: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Resolve"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The delivery is not in doubt, or the campaign cannot be sent */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    link_map: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkMap"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    pause: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draining"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is not being sent */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    progress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events whose data is a Progress object */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ProgressEvent"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is not paused, or its newsletter is inactive */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    send: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is being sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Its state, its newsletter or the lack of readers or of a sending domain forbids it */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It has no content, or its content cannot be used */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_notices: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    dismiss_notice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                notice_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    show_checklist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Checklist"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_saved_blocks: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedBlock"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_saved_block: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedBlock"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedBlock"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description There are 200 already, or the first call with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_saved_block: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedBlock"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedBlock"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_saved_block: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    resolve_time: {
        parameters: {
            query: {
                /** @description Such as `2027-03-28T02:30`. */
                local_time: string;
                time_zone: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedTime"];
                };
            };
            /** @description The query cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_zones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: {
                /** @description A part of a name, a subject or an address, in any case. Nothing is found for a blank one. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_all_subscribers: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only this newsletter. */
                newsletter_id?: number;
                /** @description Part of the address or of a name, in any case; one or two characters: the start of the address. */
                q?: string;
                /** @description Only readers who stand there. */
                status?: components["schemas"]["SubscriberStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all; with `q` counting stops at 1000 */
                    "X-Total-Count"?: number;
                    /** @description `true` when there are more than counted */
                    "X-Total-Count-Capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriber"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    subscriber_stats: {
        parameters: {
            query?: {
                /** @description Only this newsletter. */
                newsletter_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_suppressions: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Part of the address. */
                q?: string;
                /** @description `hard_bounce`, `complaint`, `soft_bounces` or `manual`. */
                reason?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are, counted up to 1,000 */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_suppression: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSuppression"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is on the list already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_suppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppression_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_templates: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description A part of the name or the subject. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    /** @description true when counting stopped at the total given */
                    "x-total-count-capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_template: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_template: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_template: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It was changed since the given revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_template: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    duplicate_template: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first request with this Idempotency-Key is still being answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    send_template_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTemplateTest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No newsletter can send it, or its blocks have no HTML yet */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_template_versions: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateSave"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_template_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateVersion"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    restore_template_version: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreTemplateVersion"] | null;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It was changed since the given revision */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_webhooks: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    create_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters; kept for 24 hours. The secret is not shown again: the same call is 409 */
                "idempotency-key"?: string | null;
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description There are 20 already, or the first call with this Idempotency-Key has been answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    get_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    update_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    delete_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only deliveries that stand there. */
                state?: components["schemas"]["WebhookDeliveryState"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    /** @description Present when there are more than were counted */
                    "x-total-count-capped"?: boolean;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    replay_webhook_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                delivery_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The webhook is switched off, the delivery still waits for its first attempt, or it is a test */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The first call with this Idempotency-Key has been answered */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    test_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description The request or its Idempotency-Key cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The API key lacks the scope */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description This copy was restored, and nobody has confirmed that it sends */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is not known */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too many requests of this author; see `RateLimit` and `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
}
