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
        get: operations["get_jwks"];
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
        get: operations["get_openid_configuration"];
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
        get: operations["get_analytics"];
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
    "/api/api-keys/{api_key_id}": {
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
    "/api/api-keys/{api_key_id}/regenerate": {
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
        get: operations["get_auth_config"];
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
        post: operations["sign_in_with_passkey"];
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
        post: operations["begin_passkey_sign_in"];
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
         * @description Emails a link to the address, good for one hour and one use. The answer is the same, after the same time, whether or
         *     not there is such an account.
         */
        post: operations["request_password_reset"];
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
        post: operations["refresh_session"];
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
         *     account's. Whom the operator named an administrator is one from then on, if the link left in an email.
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
    "/api/captured-mail/{captured_mail_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a captured mail
         * @description Looking at it is not reading it: no picture tells of an open, links lead straight to their targets, and those that
         *     unsubscribe, change or confirm something lead to a sample. A program that acts as the subscriber asks for `links=as_sent`.
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
    "/api/captured-mail/{captured_mail_id}/raw": {
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
        get: operations["run_doctor"];
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
        get: operations["list_dns_records"];
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
        get: operations["get_domain_metrics"];
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
        post: operations["reset_domain_metrics"];
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
        post: operations["rotate_domain_keys"];
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
        get: operations["get_verification_status"];
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
        get: operations["get_zone_file"];
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
    "/api/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an import with its progress and first errors */
        get: operations["get_import"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{import_id}/cancel": {
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
         * @description Subscribers that were imported already stay.
         */
        post: operations["cancel_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{import_id}/errors.csv": {
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
        get: operations["export_import_errors"];
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
        get: operations["get_installation"];
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
         * @description For administrators. Campaigns that were being sent when the backup was made go on with the subscribers that the backup
         *     knows as waiting, so the installation that the backup came from must not send any more. Changes nothing where
         *     sending is not held. Emails to one person that waited in the backup are `in_doubt`, for their authors to decide.
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
        /**
         * The signed-in author
         * @description Any API key may ask, whatever its scopes: the answer says which it has and when it ends.
         */
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
         * @description Emails a link to the new address, which becomes the account's when it is opened, and tells the old one.
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
         *     `deliveries/*.csv`, `messages.json`, `templates.json`, `saved_blocks.json`, `images/`, `domains.json`, `webhooks.json`. Files are named by id;
         *     no key, secret or password is in it. A field of a CSV file that a spreadsheet would take for a formula has an apostrophe in front.
         */
        get: operations["export_account"];
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
        get: operations["get_holdings"];
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
    "/api/me/passkeys/{passkey_id}": {
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
        post: operations["begin_passkey"];
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
    "/api/me/sessions/{session_id}": {
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
        post: operations["send_verification_email"];
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
    "/api/media/{media_id}": {
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
         * @description It is gone from the library. Its files are not served any more, in emails already sent neither, unless another author
         *     has the same picture.
         */
        delete: operations["delete_media"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages, newest first
         * @description What became of a message is kept for 90 days, its content until it has left.
         */
        get: operations["list_messages"];
        put?: never;
        /**
         * Send an email to one person
         * @description For what this person did: an order, a ticket, a sign-in. It leaves ahead of campaigns, from the newsletter's sender, without list
         *     headers and without a link to unsubscribe; who has unsubscribed gets it, who bounced or complained does not. Once this has
         *     answered it is kept, and leaves whatever happens to the server; with an `Idempotency-Key` it is safe to repeat.
         */
        post: operations["create_message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a message */
        get: operations["get_message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/messages/{message_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide what becomes of a message in doubt */
        post: operations["resolve_message"];
        delete?: never;
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
        get: operations["get_newsletter_analytics"];
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/ab-test/decide": {
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
         * @description As at the end of its wait, with the opens and clicks that are counted so far; the rest of the subscribers get the better
         *     variant at once. Only once the sample is out. The same call again finds its work done.
         */
        post: operations["decide_ab_test"];
        delete?: never;
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
        get: operations["get_campaign_analytics"];
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
         * @description It goes with every email of the campaign. All files together may have 5 MiB.
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a campaign for good
         * @description Subscribers who were not sent to are recorded as cancelled.
         */
        post: operations["cancel_campaign"];
        delete?: never;
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everybody a campaign is for, each with state, reason and time
         * @description Up to 1,000 of them by address as people sort (reader2 before reader10), more of them ascending by id.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the proof
         * @description Every intended subscriber with state, reason and times, streamed. A field that a spreadsheet would take for a formula has an
         *     apostrophe in front.
         */
        get: operations["export_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/deliveries/{subscriber_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decide what becomes of a subscriber in doubt */
        post: operations["resolve_delivery"];
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
        get: operations["dry_run_campaign"];
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/link-map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the email with its links, for a map of the clicks */
        get: operations["get_link_map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign
         * @description When this answers, no further email passes its commit point.
         */
        post: operations["pause_campaign"];
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
         * @description Rendered by the code that renders the email itself, with the values of one subscriber.
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a campaign that is being sent
         * @description An event `progress` about every second, `done` when it is no longer being sent.
         */
        get: operations["get_campaign_progress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the report of a campaign
         * @description With its ledger: everybody it was for is in exactly one group.
         */
        get: operations["get_campaign_report"];
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused campaign where it stopped */
        post: operations["resume_campaign"];
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
    "/api/newsletters/{newsletter_id}/campaigns/{campaign_id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a draft or scheduled campaign to every active subscriber
         * @description Of a repeating campaign it makes an issue, which is the answer, and leaves its calendar as it is.
         */
        post: operations["send_campaign"];
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
         * Send a test email
         * @description The campaign with the values of the first active subscriber, or of a sample, to each of the addresses: 100 an hour.
         */
        post: operations["send_campaign_test"];
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
    "/api/newsletters/{newsletter_id}/subscribers": {
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
    "/api/newsletters/{newsletter_id}/subscribers/{subscriber_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a subscriber */
        get: operations["get_subscriber"];
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
    "/api/newsletters/{newsletter_id}/subscribers/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or fill in up to 1,000 subscribers
         * @description Each by its address: who is new is added; of who is there, names and attributes that are given are written over and tags
         *     are added. Who left is left alone, and nobody becomes active who is not; of whom the call says that they left, nothing else is
         *     written. A wrong value of one keeps nobody else out. Done again it changes nothing.
         */
        post: operations["put_subscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/subscribers/bulk": {
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
        post: operations["change_subscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/subscribers/by-email/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a subscriber, or fill in who is there
         * @description The address in the path is the whole address, percent-encoded. Who is new is added, `pending` with double opt-in; of who
         *     is there, names and attributes that are given are written over and tags are added. Who left is left alone: 409. Done again
         *     it changes nothing.
         */
        put: operations["put_subscriber"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/newsletters/{newsletter_id}/subscribers/export.csv": {
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
    "/api/newsletters/{newsletter_id}/subscribers/import": {
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
         * @description The file is read in the background; subscribers who unsubscribed, bounced or complained are left alone. Whoever left by what
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
        get: operations["get_overview"];
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
        put: operations["update_checklist"];
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
    "/api/saved-blocks/{saved_block_id}": {
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
        get: operations["list_time_zones"];
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
        get: operations["search_everything"];
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
        get: operations["get_subscriber_stats"];
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
         * @description For administrators. Nothing is sent to it from now on, whoever's subscriber it is.
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
         * @description For administrators. Subscribers with this address who are `bounced` or `complained` keep that state.
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
    "/api/templates/{template_id}": {
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
    "/api/templates/{template_id}/duplicate": {
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
    "/api/templates/{template_id}/test": {
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
    "/api/templates/{template_id}/versions": {
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
    "/api/templates/{template_id}/versions/{revision}": {
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
    "/api/templates/{template_id}/versions/{revision}/restore": {
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
    "/api/webhooks/{webhook_id}": {
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
    "/api/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries, newest first
         * @description Finished ones are kept for 30 days, at most 10,000 of each webhook. What names a subscriber who asked to be forgotten is
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
    "/api/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": {
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
    "/api/webhooks/{webhook_id}/rotate-secret": {
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
    "/api/webhooks/{webhook_id}/test": {
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
export interface webhooks {
    "campaign.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was paused, by its author or by itself
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_campaign_paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.sending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign is being sent, or goes on after a pause
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_campaign_sending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign is sent
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_campaign_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An email came back
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_email_bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person followed a link of an email
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_email_clicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscriber called an email spam
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_email_complained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person opened an email
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_email_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscriber confirmed the address, or came back by doing so
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_subscriber_confirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * There is a new subscriber
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_subscriber_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscriber was removed
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_subscriber_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscriber left
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_subscriber_unsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A subscriber was changed
         * @description Posted to every active webhook that wants it, at least once, until it is taken (Standard Webhooks). Of a subscriber who was erased meanwhile the id is left, and null for what says who it was.
         */
        post: operations["receive_subscriber_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
             * @description 1 to 100: of all subscribers, shared evenly by the variants.
             */
            sample_percent: number;
            /** @description The variants; what one leaves out is as in the campaign. */
            variants: components["schemas"]["AbVariant"][];
            /**
             * Format: int64
             * @description From the start of sending to the choice; up to 14 days.
             */
            wait_minutes: number;
        };
        /** @description How an A/B test stands. */
        AbTestReport: {
            /** @description When the winner was chosen; null before. */
            decided_at: components["schemas"]["Timestamp"] | null;
            /** @description When the winner is chosen at the latest. */
            decides_at: components["schemas"]["Timestamp"];
            /** @description The same in a sentence. */
            explanation: string;
            metric: components["schemas"]["AbMetric"];
            /**
             * Format: double
             * @description How likely chance alone makes such a difference (Fisher's exact test, corrected for several variants).
             */
            p_value: number | null;
            /** @description Name of the variant that the rest of the subscribers got. */
            sent_to_rest: string | null;
            /** @description How far it is. */
            state: components["schemas"]["AbState"];
            /** @description The variants; what one leaves out is as in the campaign. */
            variants: components["schemas"]["VariantFigures"][];
            /** @description Name of the variant that did better. */
            winner: string | null;
        };
        /** @description One of the variants; what it leaves out is as in the campaign. */
        AbVariant: {
            /** @description The name in `From`; null as in the campaign. */
            from_name?: string | null;
            /** @description The HTML part, with merge tags; null as in the campaign. */
            html_content?: string | null;
            /** @description What it is called; its letter where it was given none. */
            name?: string;
            /** @description The line that inboxes show after the subject; null as in the campaign. */
            preheader?: string | null;
            /** @description The subject line; null as in the campaign. */
            subject?: string | null;
            /** @description The text part, with merge tags; null is made from the variant's own HTML, or as in the campaign. */
            text_content?: string | null;
        };
        AccountSettings: {
            /** @description The company or publication; null without one. */
            company: string | null;
            /** @description Changes by `POST /api/me/email`. */
            email: string;
            /** @description The author's name. */
            name: string;
            /** @description A name of the IANA time zone database, such as `Europe/Vienna`. */
            time_zone: string;
        };
        /** @description One event. */
        Activity: {
            /** @description When it happened. */
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
            /** @description The text. */
            text: string;
        };
        Analytics: {
            /** @description The latest ten. */
            campaigns: components["schemas"]["AnalyticsCampaign"][];
            /**
             * Format: date
             * @description The first day, in UTC.
             */
            from: string;
            /** @description Who came and who left. */
            growth: components["schemas"]["AnalyticsGrowth"];
            /** @description Those with the most emails first, at most 100. */
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
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounces: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description The newsletter's name. */
            newsletter_name: string;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened.
             */
            opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            sent: number;
            /** @description When sending ended; null before. */
            sent_at: components["schemas"]["Timestamp"];
            /** @description The subject line. */
            subject: string;
        };
        AnalyticsGrowth: {
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounced: number;
            /**
             * Format: int64
             * @description Those who came, without those who left, bounced or complained.
             */
            net: number;
            /**
             * Format: int64
             * @description Subscribers who came in this time.
             */
            new_subscribers: number;
            /**
             * Format: int64
             * @description Active now.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
            unsubscribed: number;
        };
        AnalyticsNewsletter: {
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounces: number;
            /**
             * Format: int64
             * @description Campaigns.
             */
            campaigns: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Its name. */
            name: string;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened.
             */
            opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            sent: number;
            /**
             * Format: int64
             * @description Active now.
             */
            subscribers: number;
            tracking: components["schemas"]["Tracking"];
            /**
             * Format: int64
             * @description Everybody who left in this time.
             */
            unsubscribed: number;
        };
        /** @description A day or a week. */
        AnalyticsPoint: {
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounces: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: date
             * @description The day, or the week's Monday.
             */
            date: string;
            /**
             * Format: int64
             * @description Subscribers who came in this time.
             */
            new_subscribers: number;
            /**
             * Format: int64
             * @description First opens and clicks that came in then.
             */
            opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took, of campaigns that ended then.
             */
            sent: number;
            /**
             * Format: int64
             * @description Active subscribers at its end.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
            unsubscribed: number;
        };
        /**
         * @description How far back.
         * @enum {string}
         */
        AnalyticsRange: "30d" | "90d" | "6m" | "1y";
        /**
         * @description What happened in a range of time. Rates are percentages of the emails sent by the campaigns of the range; of opens and
         *     clicks, of those that count per subscriber.
         */
        AnalyticsTotals: {
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounces: number;
            /**
             * Format: int64
             * @description Campaigns that were sent.
             */
            campaigns: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: double
             * @description Complaints of those sent, in percent.
             */
            complaint_rate: number;
            /**
             * Format: int64
             * @description Emails that were called spam.
             */
            complaints: number;
            /**
             * Format: int64
             * @description Subscribers who came in this time.
             */
            new_subscribers: number;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Subscribers who opened those campaigns, each campaign for itself.
             */
            opens: number;
            /**
             * Format: int64
             * @description Not counted as opens: by proxies that load every picture.
             */
            privacy_opens: number;
            /**
             * Format: int64
             * @description Clicks by scanners and other programs.
             */
            robot_clicks: number;
            /**
             * Format: int64
             * @description Opens by scanners and other programs.
             */
            robot_opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            sent: number;
            /**
             * Format: double
             * @description Those who left by a campaign's links, in percent of the emails sent.
             */
            unsubscribe_rate: number;
            /**
             * Format: int64
             * @description Everybody who left in this time.
             */
            unsubscribed: number;
        };
        /** @description An API key as a list shows it: not the key. */
        ApiKey: {
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description From then on it is refused; null: never. */
            expires_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description To the minute. */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description Its name. */
            name: string;
            /** @description How the key begins. */
            prefix: string;
            /** @description What it may do. */
            scopes: components["schemas"]["Scopes"];
        };
        AssertionResponse: {
            /** @description As the browser answers it (WebAuthn Level 2, §5.2.2). */
            authenticatorData: components["schemas"]["Bytes"];
            /** @description As the browser answers it (WebAuthn Level 2, §5.8.1). */
            clientDataJSON: components["schemas"]["Bytes"];
            /** @description As the browser answers it (WebAuthn Level 2, §5.2.2). */
            signature: components["schemas"]["Bytes"];
            /** @description As the browser answers it (WebAuthn Level 2, §5.2.2). */
            userHandle?: components["schemas"]["Bytes"] | null;
        };
        /** @description A file that goes with a message. */
        AttachedFile: {
            /** @description The file in base64 (RFC 4648 §4). */
            content: string;
            /** @description Left out, `application/octet-stream`. */
            content_type?: string | null;
            /** @description The file's name, without its folder. */
            file_name: string;
        };
        /** @description A file that goes with the email. */
        Attachment: {
            /** @description The media type, such as `application/pdf`. */
            content_type: string;
            /** @description The file's name, without its folder. */
            file_name: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /**
             * Format: int64
             * @description In bytes.
             */
            size_bytes: number;
        };
        AttestationResponse: {
            /** @description As the browser answers it (WebAuthn Level 2, §5.2.1). */
            attestationObject: components["schemas"]["Bytes"];
            /** @description As the browser answers it (WebAuthn Level 2, §5.8.1). */
            clientDataJSON: components["schemas"]["Bytes"];
            /** @description How the browser reaches the passkey (WebAuthn Level 2, §5.8.4). */
            transports?: string[];
        };
        AttributeValue: string | number | boolean | null;
        /** @description One act as the API shows it. */
        AuditEntry: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description With what, such as the name of a key. */
            detail: string | null;
            /** @description Program and system, as far as they told: "Firefox on Linux". */
            device: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
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
            /** @description The client at the sign-in provider; null where Letterpress signs in by itself. */
            client_id: string | null;
            /** @description Whether the account that it would make is the first one. */
            first_account: boolean;
            /** @description Who issues the access tokens. */
            issuer: string;
            /** @description Whether passkeys can be made and used: they need the built-in provider, a host name, and https or this machine. */
            passkeys: boolean;
            /** @description Whether a forgotten password can be replaced by a mailed link. */
            password_reset: boolean;
            /** @description Who signs authors in. */
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
            /** @description As the browser answers it (WebAuthn Level 2, §5.1). */
            rawId: components["schemas"]["Bytes"];
            /** @description What the browser answered. */
            response: components["schemas"]["AssertionResponse"];
        };
        /** @description An author as the API shows one. */
        Author: {
            /** @description The company or publication; null without one. */
            company: string | null;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description An email address. */
            email: string;
            /** @description Whether the author proved to read mail at the address. */
            email_verified: boolean;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description The author's name; null without one. */
            name: string;
            role: components["schemas"]["Role"];
            /** @description A name of the IANA time zone database, such as `Europe/Vienna`. */
            time_zone: string;
        };
        /** @description One entry for each subscriber, in their order. */
        Batch: {
            /** @description One for each subscriber that was sent, at its place. */
            results: components["schemas"]["BatchEntry"][];
        };
        /** @description What became of a subscriber, at the place at which it was sent. */
        BatchEntry: {
            /** @description As it was sent. */
            email: string;
            /** @description What is wrong with it; empty unless it was refused. */
            errors: components["schemas"]["FieldError"][];
            result: components["schemas"]["BatchResult"];
            /**
             * Format: int64
             * @description The subscriber; null where it was refused.
             */
            subscriber_id: number | null;
        };
        /**
         * @description What became of one subscriber of a batch.
         * @enum {string}
         */
        BatchResult: "created" | "updated" | "unchanged" | "protected" | "refused";
        /** @description A part of an email. Which other fields it has depends on its type; unknown ones are refused. */
        Block: {
            /** @description Its name on the canvas, unlike any other's there. */
            id?: string | null;
            /** @description At most 40 CSS values by name, such as `textAlign` and `color`: texts, numbers or null. */
            style?: {
                [key: string]: unknown;
            } | null;
            /** @description Which kind it is. */
            type: components["schemas"]["BlockType"];
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        BlockType: "heading" | "text" | "image" | "button" | "divider" | "spacer" | "columns" | "social" | "hero" | "hero-image";
        /**
         * @description Whether an email came back for good.
         * @enum {string}
         */
        BounceKind: "hard" | "soft";
        /** @enum {string} */
        BulkAction: "remove" | "unsubscribe" | "tag" | "untag";
        /** @description The subscribers that a list with the same filter shows. */
        BulkFilter: {
            /** @description What their address or name contains. */
            q?: string | null;
            /** @description Where it stands. */
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description Who has this tag, as it is written. */
            tag?: string | null;
        };
        /** @description How many subscribers the call meant and how many it changed. */
        BulkResult: {
            /**
             * Format: int64
             * @description Subscribers that were changed.
             */
            changed: number;
            /**
             * Format: int64
             * @description Subscribers that were meant.
             */
            matched: number;
        };
        /** @description An action, and either ids or a filter. */
        BulkSubscribers: {
            /** @description What is done to them. */
            action: components["schemas"]["BulkAction"];
            /** @description Those who match, instead of `ids`. */
            filter?: components["schemas"]["BulkFilter"] | null;
            /** @description At most 10,000; those that are not the newsletter's are passed over. */
            ids?: number[] | null;
            /** @description For `tag` and `untag`. */
            tag?: string | null;
        };
        Bytes: string;
        /** @description A campaign. */
        Campaign: {
            /** @description Null in the list across newsletters. */
            ab_test: components["schemas"]["AbTest"] | null;
            /** @description Files that go with every email. */
            attachments: components["schemas"]["Attachment"][];
            /** @description The block editor's document; null in the list across newsletters. */
            blocks: components["schemas"]["Block"][] | null;
            /**
             * Format: int64
             * @description Subscribers who clicked a link.
             */
            clicks: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description Since when it is not known any more who opened and clicked; the figures stay. Null while it is known, and before
             *     there is anything to know.
             */
            engagement_forgotten_at: components["schemas"]["Timestamp"] | null;
            /** @description Whether there is a test, also where the list leaves it out. */
            has_ab_test: boolean;
            /** @description Empty for none; null in the list across newsletters. */
            html_content: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            /** @description Where its subscribers stand; null before it is sent. */
            ledger: components["schemas"]["Ledger"] | null;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description What a new design begins with. */
            newsletter_language: components["schemas"]["Language"];
            /** @description The newsletter's name. */
            newsletter_name: string;
            /**
             * Format: int64
             * @description Subscribers who opened it; robots and privacy proxies are not counted.
             */
            opens: number;
            /** @description The campaign that this one goes on from; null where it stands alone. */
            origin: components["schemas"]["Origin"] | null;
            /** @description Why it was paused, or taken off the calendar, without its author. */
            pause_reason: string | null;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader: string | null;
            /**
             * Format: int64
             * @description Subscribers it is meant for; null before it is sent.
             */
            recipients: number | null;
            /** @description When the next one is made; null where it goes once. */
            repeat: components["schemas"]["Repeat"] | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description Its place on the calendar; null without one. */
            schedule: components["schemas"]["Schedule"] | null;
            /** @description When it is to be sent; null where it is not on the calendar. */
            scheduled_at: components["schemas"]["Timestamp"] | null;
            /** @description Who of the active subscribers gets it; null for all. */
            segment: components["schemas"]["Segment"] | null;
            /** @description When sending ended; null before. */
            sent_at: components["schemas"]["Timestamp"] | null;
            /** @description When sending began; null before. */
            started_at: components["schemas"]["Timestamp"] | null;
            status: components["schemas"]["CampaignStatus"];
            /** @description The subject line. */
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
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Totals of a campaign, also while it is sent; rates are percentages of the sends. */
        CampaignAnalytics: {
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            total_bounces: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            total_clicks: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often.
             */
            total_opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            total_sends: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, of campaigns that tell subscribers apart.
             */
            tracked_clicks: number;
            /**
             * Format: int64
             * @description Subscribers who opened, of campaigns that tell subscribers apart.
             */
            tracked_opens: number;
            /**
             * Format: int64
             * @description What the rates are made of: nothing where subscribers are not told apart.
             */
            tracked_sends: number;
        };
        /** @description A campaign began, paused, went on or is sent: what webhooks are told. */
        CampaignChanged: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description What became of everybody it was for; null until it is sent. */
            ledger: components["schemas"]["Ledger"] | null;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description Why it paused by itself, or was taken off the calendar, a sentence; null where nothing stopped it or its author did. */
            pause_reason: string | null;
            status: components["schemas"]["CampaignStatus"];
            /** @description The subject line. */
            subject: string;
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
            /** @description The subject line. */
            subject: string;
        };
        /**
         * @description Where a campaign stands.
         * @enum {string}
         */
        CampaignStatus: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
        /** @description A version of a campaign. */
        CampaignVersion: {
            /** @description Two to four variants of which the better one goes to the rest; null without a test. */
            ab_test: components["schemas"]["AbTest"] | null;
            /**
             * Format: int64
             * @description The API key that saved it; null where a person did.
             */
            api_key_id: number | null;
            /** @description When its writer began it. */
            began_at: components["schemas"]["Timestamp"];
            /** @description What stands on the canvas, from top to bottom. */
            blocks: components["schemas"]["Block"][] | null;
            /** @description Empty for none. */
            html_content: string;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader: string | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description When it was saved. */
            saved_at: components["schemas"]["Timestamp"];
            /** @description The subject line. */
            subject: string;
            /** @description The text part, with merge tags; null where it is made from the HTML. */
            text_content: string | null;
            /** @description Colours, fonts and widths of the blocks; null for the usual ones. */
            theme: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A captured mail. */
        CapturedMail: {
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number | null;
            /** @description When it was captured. */
            captured_at: components["schemas"]["Timestamp"];
            /** @description An address. */
            from: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            kind: components["schemas"]["CapturedMailKind"];
            /** @description Without angle brackets. */
            message_id: string;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number | null;
            /**
             * Format: int64
             * @description In bytes.
             */
            size_bytes: number;
            /** @description The subject line. */
            subject: string;
            /** @description An address. */
            to: string;
        };
        /** @description A captured mail with what is in it. */
        CapturedMailDetail: components["schemas"]["CapturedMail"] & {
            /** @description Header lines in their order. */
            headers: components["schemas"]["HeaderLine"][];
            /** @description The HTML part. */
            html: string | null;
            /** @description The text part; null without one. */
            text: string | null;
        };
        /**
         * @description Why an email was made.
         * @enum {string}
         */
        CapturedMailKind: "campaign" | "test" | "account" | "reader" | "message";
        ChangeEmail: {
            /**
             * Format: email
             * @description An email address.
             */
            email: string;
            /**
             * Format: password
             * @description The current one.
             */
            password: string;
        };
        ChangePassword: {
            /**
             * Format: password
             * @description The password until now.
             */
            current_password: string;
            /**
             * Format: password
             * @description Taken as it is typed.
             */
            new_password: string;
        };
        Check: {
            /** @description Sentences, one for each place. */
            details: string[];
            /** @description Where it is mended; null where no page does it. */
            fix: components["schemas"]["Fix"] | null;
            id: components["schemas"]["CheckId"];
            /** @description How bad it is. */
            level: components["schemas"]["CheckLevel"];
            /** @description For people, in a few words. */
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
            /** @description What was looked at. */
            checks: components["schemas"]["Check"][];
        };
        Code: {
            /** @description Six digits, from the app. */
            code: string;
        };
        CreateApiKey: {
            /** @description From then on it is refused; null or left out: never. */
            expires_at?: components["schemas"]["Timestamp"] | null;
            /** @description What it is for. */
            name: string;
            /** @description What it may do; left out: everything. */
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description A file. */
        CreateAttachment: {
            /**
             * Format: binary
             * @description The file.
             */
            file: string;
        };
        CreateDomain: {
            /**
             * Format: int64
             * @description Emails a day, UTC; 0, the default: no limit.
             */
            daily_send_limit?: number | null;
            /** @description The bare name; unicode is taken too. */
            domain: string;
            /** @description `shared` (administrators only) or `user`; `shared` when absent. */
            domain_type?: string | null;
            /** @description For people; null without any. */
            notes?: string | null;
        };
        /** @description A file with subscribers. */
        CreateImport: {
            /**
             * Format: binary
             * @description CSV in UTF-8, UTF-16 or Windows-1252, of any size that the server's disk has room for twice; comma, semicolon or tab
             *     between fields. Without a header the column with addresses is found, and every line is a subscriber.
             */
            file: string;
            /**
             * @description A JSON object, CSV header to `email`, `first_name`, `last_name`, `name`, `tags`, `subscribed_at`, `status`,
             *     `attributes.NAME` or null. Without it the headers are recognised by name, and what is not recognised becomes an
             *     attribute. Columns that say whether a subscriber gets mail are heeded in any case.
             */
            mapping?: string | null;
            /** @description What becomes of subscribers who are there already. */
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
        CreateMessage: {
            /** @description At most ten, 2.5 MiB together. */
            attachments?: components["schemas"]["AttachedFile"][] | null;
            /**
             * @description What the merge tags stand for: `first_name` and `last_name` for `{{ subscriber.first_name }}` and
             *     `{{ subscriber.last_name }}`, everything else for `{{ subscriber.attributes.… }}`. A tag without a value and without a
             *     default is refused. Texts, numbers and booleans.
             */
            data?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            /** @description Left out, it is made from `text_content`. */
            html_content?: string | null;
            /**
             * Format: int64
             * @description The newsletter whose sender, domain and language it has.
             */
            newsletter_id: number;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader?: string | null;
            /**
             * Format: email
             * @description Where answers go; left out, where those to the newsletter go.
             */
            reply_to?: string | null;
            /** @description Left out with a template, that of the template. */
            subject?: string | null;
            /**
             * Format: int64
             * @description A template that it is made from, in place of `html_content` and `text_content`.
             */
            template_id?: number | null;
            /** @description Left out, it is made from `html_content`. */
            text_content?: string | null;
            /** @description One address, whether or not it is a subscriber's. */
            to: string;
        };
        CreateNewsletter: {
            /** @description For people; null without one. */
            description?: string | null;
            /**
             * Format: int64
             * @description The sending domain; null without one.
             */
            domain_id?: number | null;
            /** @description Whether a subscriber whom the author adds must confirm; false when absent. */
            double_opt_in?: boolean | null;
            /** @description The name in `From`. */
            from_name: string;
            /** @description The part of the sending address before the @. */
            from_prefix: string;
            /** @description `resend` when absent. */
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"] | null;
            /** @description Of the public pages and of the emails that these send; `en` when absent. */
            language?: components["schemas"]["Language"] | null;
            /** @description Its name. */
            name: string;
            /**
             * Format: email
             * @description Where answers go; null for the sender.
             */
            reply_to?: string | null;
            /** @description `full` when absent. */
            tracking?: components["schemas"]["Tracking"] | null;
        };
        /** @description A new subscriber. */
        CreateSubscriber: {
            /** @description At most 50 values: texts of up to 1,000 characters, numbers, booleans or null. */
            attributes?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            /** @description An email address. */
            email: string;
            /** @description First name; null without one. */
            first_name?: string | null;
            /** @description Last name; null without one. */
            last_name?: string | null;
            /**
             * @description Who left, bounced or complained elsewhere is added as such and gets nothing, not even a question. `active` is what
             *     an absent one means: with double opt-in the subscriber is `pending` all the same.
             */
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description At most 50, each one line of up to 64 characters. */
            tags?: string[] | null;
        };
        CreateSuppression: {
            /** @description Why; for those who read the list. */
            detail?: string | null;
            /**
             * Format: email
             * @description An email address.
             */
            email: string;
        };
        CreateWebhook: {
            /** @description For people; null without one. */
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
        /** @description One intended subscriber of a campaign. */
        Delivery: {
            /**
             * Format: int32
             * @description How often it was tried.
             */
            attempts: number;
            /**
             * Format: int64
             * @description The captured mail, where the installation captures instead of sending; null elsewhere.
             */
            captured_mail_id: number | null;
            /** @description The first click of a person; null without one. */
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
            /** @description Null when the subscriber was removed since. */
            email: string | null;
            /** @description The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one. */
            enhanced_code: string | null;
            /** @description What happened after it was sent: beside the ledger, never a rewriting of it. */
            events: components["schemas"]["DeliveryEvent"][];
            /** @description First name; null without one. */
            first_name: string | null;
            /** @description Last name; null without one. */
            last_name: string | null;
            /** @description The email's `Message-ID`. */
            message_id: string;
            /** @description For deferred, and for queued with a doubt: when it is tried again. */
            next_attempt_at: components["schemas"]["Timestamp"] | null;
            /** @description When a person first opened it; null when that is not known. */
            opened_at: components["schemas"]["Timestamp"] | null;
            /** @description Why, a sentence; null where there is nothing to say. */
            reason: string | null;
            state: components["schemas"]["DeliveryGroup"];
            /**
             * Format: int64
             * @description The subscriber.
             */
            subscriber_id: number;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description Something that happened to an email after it was sent. */
        DeliveryEvent: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description A sentence for people. */
            detail: string | null;
            /** @description The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one. */
            enhanced_code: string | null;
            /** @description bounced, soft_bounced, complained or delivered. */
            kind: string;
            /** @description smtp (the server's answer), report (an email came back) or ses. */
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
            /** @description When the DNS was asked last. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description For people; null without one. */
            description: string;
            /** @description What the DNS has there. */
            found: string[];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description The full name, without a final dot. */
            name: string;
            /** @description ownership, dkim, spf, return_path, dmarc or tracking. */
            purpose: string;
            /** @description TXT, CNAME or MX. */
            record_type: string;
            /** @description Without it nothing is sent from this domain. */
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
            /** @description What is to stand in the DNS. */
            dns_records: components["schemas"]["DnsRecord"][];
        };
        /** @description One thing that was looked at. */
        DoctorCheck: {
            level: components["schemas"]["DoctorLevel"];
            /**
             * @description Its name.
             * @example database
             */
            name: string;
            /** @description False when it failed. */
            ok: boolean;
            /**
             * @description What was found and, unless all is well, what to do, in one line.
             * @example sqlite:data/letterpress.db answers; schema 8, which is this version's
             */
            text: string;
        };
        /**
         * @description How a check ended.
         * @enum {string}
         */
        DoctorLevel: "ok" | "note" | "fail";
        /** @description What `letterpress doctor` would say. */
        DoctorReport: {
            /** @description What was looked at. */
            checks: components["schemas"]["DoctorCheck"][];
            /**
             * @description `sqlite` or `postgres`.
             * @example sqlite
             */
            engine: string;
            /**
             * @description The version of Letterpress.
             * @example 0.1.0
             */
            version: string;
        };
        /** @description A sending domain. */
        Domain: {
            /**
             * Format: double
             * @description Hard bounces in percent of the emails since the last reset.
             */
            bounce_rate: number;
            /** @description When the DNS was asked last. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: double
             * @description Complaints in percent of the emails since the last reset.
             */
            complaint_rate: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Emails sent from it since midnight UTC.
             */
            current_daily_sent: number;
            /**
             * Format: int64
             * @description What may be sent today under limit and warm-up; null: no limit.
             */
            daily_allowance: number | null;
            /**
             * Format: int64
             * @description Emails a day, UTC; 0: no limit.
             */
            daily_send_limit: number;
            /** @description ASCII, lower case. */
            domain: string;
            domain_type: components["schemas"]["DomainType"];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Switched off, nothing is sent from it. */
            is_active: boolean;
            /** @description The caller may change it. */
            is_writable: boolean;
            /**
             * Format: int64
             * @description Emails that came back for good, since `metrics_since`.
             */
            metrics_bounced: number;
            /**
             * Format: int64
             * @description Emails that were called spam, since `metrics_since`.
             */
            metrics_complained: number;
            /**
             * Format: int64
             * @description Emails that receivers took or refused for their address, since `metrics_since`.
             */
            metrics_sent: number;
            /** @description When counting began: the domain was added, or its figures were reset. */
            metrics_since: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Emails that came back for now, since `metrics_since`.
             */
            metrics_soft_bounced: number;
            /**
             * Format: int64
             * @description The caller's newsletters that use it.
             */
            newsletters: number;
            /** @description When the DNS is asked again; null when it is not. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            /** @description For people; null without any. */
            notes: string | null;
            /** @description Every required DKIM record was found, or confirmed by Amazon SES. */
            ses_dkim_verified: boolean;
            /** @description Amazon SES has verified the domain. */
            ses_verified: boolean;
            /** @description What is missing or why it failed. */
            status_reason: string | null;
            /** @description Host of the links in emails, when it is not the installation's own. */
            tracking_host: string | null;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
            verification_status: components["schemas"]["DomainStatus"];
            /** @description When it was verified; null before. */
            verified_at: components["schemas"]["Timestamp"] | null;
            /** @description Sending begins with few emails a day and grows. */
            warm_up: boolean;
            /**
             * Format: int64
             * @description Day of the warm-up, from 1.
             */
            warm_up_day: number | null;
        };
        /** @description A domain and its records. */
        DomainAndRecords: {
            /** @description What is to stand in the DNS. */
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
            /** @description What receivers answered, by the time. */
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
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            bounced: number;
            /**
             * Format: int64
             * @description Emails that were called spam.
             */
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
            /**
             * Format: int64
             * @description Emails that came back for now.
             */
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
             * @description Days on which emails leave.
             */
            days: number;
            /**
             * Format: int64
             * @description Subscribers in the ledger.
             */
            intended: number;
            /** @description Of those intended, the others. */
            left_out: components["schemas"]["LeftOut"][];
            /** @description What holds it back. */
            limits: string[];
            /** @description Subscribers of the newsletter whom the campaign is not for. */
            not_audience: components["schemas"]["LeftOut"][];
            /**
             * Format: double
             * @description Emails a second; null when nothing is known.
             */
            rate_per_second: number | null;
            /** @description Where the rate is from. */
            rate_source: string;
            /**
             * Format: int64
             * @description Of those, subscribers whom an email would be sent to.
             */
            recipients: number;
            /** @description The first ten addresses. */
            sample: string[];
            /**
             * Format: double
             * @description How long it will take at the present rate; null where nobody can say.
             */
            seconds: number | null;
            /** @description When sending would begin. */
            starts_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The median of the newsletter's last campaigns; null before there are any.
             */
            usual_audience: number | null;
        };
        /** @description A person followed a link of an email. */
        EmailClicked: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /** @description Where it leads. */
            link: string | null;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            subscriber: components["schemas"]["EventSubscriber"];
        };
        /** @description A person opened an email. */
        EmailOpened: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            subscriber: components["schemas"]["EventSubscriber"];
        };
        /** @description An email came back, or was called spam. */
        EmailReturned: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /** @description The receiver's enhanced status code (RFC 3463), such as `5.1.1`; null without one. */
            enhanced_code: string | null;
            /** @description Whether it came back for good; null for a complaint. */
            kind: components["schemas"]["BounceKind"] | null;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description Why, a sentence; null where there is nothing to say. */
            reason: string | null;
            subscriber: components["schemas"]["EventSubscriber"];
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
        /** @description What subscribers did with the emails of a campaign. */
        Engagement: {
            /** @description Null without an A/B test. */
            ab_test: components["schemas"]["AbTestReport"] | null;
            /**
             * Format: int64
             * @description How often people clicked; robots are not counted.
             */
            all_clicks: number;
            /**
             * Format: int64
             * @description How often people opened and clicked.
             */
            all_opens: number;
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description Subscribers who clicked a link.
             */
            clicks: number;
            /**
             * @description Since when it is not known any more who opened and clicked; the figures stay, and count no further. Null while it is
             *     known.
             */
            engagement_forgotten_at: components["schemas"]["Timestamp"] | null;
            /** @description First opens and first clicks in the 24 hours since the start. */
            hours: components["schemas"]["Hour"][];
            /** @description In the order of the email. */
            links: components["schemas"]["LinkFigures"][];
            /**
             * Format: double
             * @description Percent of the emails that were sent; 0 where subscribers are not told apart.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Subscribers who opened it; with anonymous tracking how often it was opened.
             */
            opens: number;
            /**
             * Format: int64
             * @description Opens by proxies that load every picture: nobody knows whether a person looked.
             */
            privacy_opens: number;
            /**
             * Format: int64
             * @description Clicks by scanners and other programs.
             */
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
             * @description Subscribers who left through a link of this email.
             */
            unsubscribed: number;
            /** @description Medians of the newsletter's earlier campaigns; null before there are any. */
            usual: components["schemas"]["Usual"] | null;
        };
        /** @description The subscriber whom an event is about. */
        EventSubscriber: {
            /** @description Null where the subscriber was erased meanwhile. */
            email: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
        };
        FailedTest: {
            /** @description A sentence with the mail server's reply. */
            reason: string;
            /** @description The address. */
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
            /** @description What is wrong, a sentence for people. */
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
            /** @description The header's name. */
            name: string;
            /** @description What it says. */
            value: string;
        };
        /** @description How much an author has. */
        Holdings: {
            /**
             * Format: int64
             * @description API keys of the author.
             */
            api_keys: number;
            /**
             * Format: int64
             * @description Campaigns.
             */
            campaigns: number;
            /**
             * Format: int64
             * @description Their own, not the shared ones.
             */
            domains: number;
            /**
             * Format: int64
             * @description Images in the library.
             */
            images: number;
            /**
             * Format: int64
             * @description Imports.
             */
            imports: number;
            /**
             * Format: int64
             * @description Newsletters.
             */
            newsletters: number;
            /**
             * Format: int64
             * @description Saved blocks.
             */
            saved_blocks: number;
            /**
             * Format: int64
             * @description Subscribers.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Templates.
             */
            templates: number;
            /**
             * Format: int64
             * @description Webhooks.
             */
            webhooks: number;
        };
        Hour: {
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Since the start, from 0.
             */
            hour: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened.
             */
            opens: number;
        };
        /** @description An import as the API shows it. */
        Import: {
            /**
             * Format: int64
             * @description Bytes of the file that were read.
             */
            bytes_read: number;
            /**
             * Format: int64
             * @description Bytes of the whole file.
             */
            bytes_total: number;
            /**
             * Format: int64
             * @description Rows that became new subscribers.
             */
            created: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Those of whom the file says that they left, or that email to them comes back: kept as such, so that they never get
             *     mail. Who was active here is not any more.
             */
            departed: number;
            /**
             * Format: int64
             * @description Rows whose address comes again in the file: the last one counts, or the last that says that the subscriber left.
             */
            duplicates: number;
            /** @description The first 100; empty in a list of imports. */
            errors: components["schemas"]["RowError"][];
            /**
             * Format: int64
             * @description Rows that could not be taken.
             */
            failed: number;
            /** @description The file's name, without its folder. */
            file_name: string;
            /** @description When it ended; null before. */
            finished_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description CSV header to field; empty when the headers are recognised by name. */
            mapping: {
                [key: string]: string | null;
            };
            mode: components["schemas"]["ImportMode"];
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description The newsletter's name. */
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
            /**
             * Format: int64
             * @description Rows that said nothing new.
             */
            unchanged: number;
            /**
             * Format: int64
             * @description Rows that changed a subscriber.
             */
            updated: number;
        };
        /**
         * @description What a word of a file means here. The later one of two is the one that counts.
         * @enum {string}
         */
        ImportedStatus: "active" | "pending" | "skip" | "unsubscribed" | "bounced" | "complained";
        /**
         * @description What becomes of subscribers that the newsletter has already.
         * @enum {string}
         */
        ImportMode: "update" | "add";
        /**
         * @description Where an import stands.
         * @enum {string}
         */
        ImportStatus: "queued" | "running" | "done" | "failed" | "cancelled";
        /**
         * @description What becomes of an email when nobody knows whether the receiving server took it.
         * @enum {string}
         */
        InDoubtPolicy: "resend" | "hold";
        /** @description This copy of Letterpress. */
        Installation: {
            /** @description The caller may confirm it. */
            can_confirm: boolean;
            /** @description When this copy was made from a backup; null for one that never was. */
            restored_at: components["schemas"]["Timestamp"] | null;
            /** @description Nothing leaves this copy until an administrator confirms that it is the one that sends. */
            sending_held: boolean;
            /** @description The operator's pages elsewhere, https addresses in the order given; none unless the operator gave some. */
            social_links: string[];
            /**
             * @description The version of Letterpress.
             * @example 0.1.0
             */
            version: string;
        };
        /**
         * @description The languages a newsletter can speak to its subscribers in, as ISO 639 names them.
         * @enum {string}
         */
        Language: "en" | "de" | "es";
        /** @description Where the subscribers of a campaign stand; the groups always add up to `intended`. */
        Ledger: {
            /**
             * Format: int64
             * @description Left out because the campaign was cancelled, or given up by hand.
             */
            cancelled: number;
            /**
             * Format: int64
             * @description A receiver asked to wait; they are tried again.
             */
            deferred: number;
            /**
             * Format: int64
             * @description Emails that were refused for good.
             */
            failed: number;
            /**
             * Format: int64
             * @description Nobody knows whether they were sent: the connection broke between the last byte and the answer.
             */
            in_doubt: number;
            /**
             * Format: int64
             * @description Everybody whom the campaign was for; the other figures add up to it.
             */
            intended: number;
            /**
             * Format: int64
             * @description Their turn has not come.
             */
            queued: number;
            /**
             * Format: int64
             * @description On the way in this moment.
             */
            sending: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            sent: number;
            /**
             * Format: int64
             * @description Not emailed: unsubscribed, removed or not confirmed when their turn came.
             */
            skipped: number;
            /**
             * Format: int64
             * @description On the suppression list, or bounced or complained before.
             */
            suppressed: number;
        };
        /** @description Subscribers who share a reason. */
        LeftOut: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /** @description Why, a sentence. */
            reason: string;
        };
        /** @description A link of an email. */
        LinkFigures: {
            /**
             * Format: int64
             * @description How often people clicked it.
             */
            all_clicks: number;
            /**
             * Format: int64
             * @description Subscribers who clicked it.
             */
            clicks: number;
            /** @description What subscribers see of it. */
            label: string;
            /**
             * Format: int64
             * @description Its number in the email, from 1.
             */
            no: number;
            /**
             * Format: int64
             * @description Clicks by scanners and other programs.
             */
            robot_clicks: number;
            /** @description Its address. */
            url: string;
        };
        /** @description An email and where in it was clicked. */
        LinkMap: {
            /** @description The email as it is for nobody: as its author made it, unsafe to show without a sandbox. */
            html: string;
            /** @description Its links, in the order in which they stand. */
            links: components["schemas"]["LinkFigures"][];
        };
        /** @description The author, and the key that asks. */
        Me: components["schemas"]["Author"] & {
            /** @description The API key of this call, with what it may do; null for a signed-in browser. */
            api_key: components["schemas"]["ApiKey"] | null;
        };
        /** @description An image of the library. */
        Media: {
            /** @description It moves. */
            animated: boolean;
            /**
             * Format: int64
             * @description Of the file at `url`.
             */
            bytes: number;
            /** @description `image/png`, `image/jpeg` or `image/gif`. */
            content_type: string;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description In pixels.
             */
            height: number;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Its name. */
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
            /**
             * Format: int64
             * @description Size of the file, in bytes.
             */
            bytes: number;
            /**
             * Format: int64
             * @description In pixels.
             */
            height: number;
            /** @description Its address. */
            url: string;
            /**
             * Format: int64
             * @description In pixels.
             */
            width: number;
        };
        /** @description An email to one person, and what became of it. */
        Message: {
            /**
             * Format: int64
             * @description How often it was tried.
             */
            attempts: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description It was in doubt and sent once more: its receiver may have two copies, with one Message-ID. */
            is_repeated: boolean;
            /**
             * Format: int64
             * @description The newsletter whose sender it comes from.
             */
            newsletter_id: number;
            /** @description Why it is in this state, a sentence; null where that needs none. */
            reason: string | null;
            /** @description What came back after it was sent; null for nothing, which is the usual good end. */
            returned: components["schemas"]["MessageReturn"] | null;
            /** @description When it came back. */
            returned_at: components["schemas"]["Timestamp"] | null;
            /** @description What the receiver's server said. */
            returned_detail: string | null;
            /** @description When the mail server took it. */
            sent_at: components["schemas"]["Timestamp"] | null;
            state: components["schemas"]["MessageState"];
            /** @description The subject line. */
            subject: string;
            /**
             * Format: int64
             * @description The template it was made from; null where the call brought the content.
             */
            template_id: number | null;
            /** @description Whom it is for. */
            to: string;
        };
        /** @enum {string} */
        MessageDecision: "sent" | "resend" | "failed";
        /**
         * @description What came back of a message that was sent.
         * @enum {string}
         */
        MessageReturn: "delivered" | "soft_bounced" | "bounced" | "complained";
        /**
         * @description Where a message stands.
         * @enum {string}
         */
        MessageState: "queued" | "sending" | "sent" | "deferred" | "failed" | "suppressed" | "in_doubt";
        /**
         * @description How somebody signed in.
         * @enum {string}
         */
        Method: "password" | "passkey" | "hosted";
        /** @description A key just made; it cannot be read again. */
        NewApiKey: components["schemas"]["ApiKey"] & {
            /** @description The key, shown this once. */
            key: string;
        };
        NewCampaign: {
            /** @description Null for none. */
            ab_test?: components["schemas"]["AbTest"] | null;
            /** @description The block editor's document beside the HTML that it made, by the rules of templates. */
            blocks?: components["schemas"]["Block"][] | null;
            /** @description A document or a fragment with merge tags; at most 1 MiB. */
            html_content?: string | null;
            /** @description The newsletter's when absent. */
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"] | null;
            /** @description What mail programs show after the subject; one line; may hold merge tags. */
            preheader?: string | null;
            /** @description Who of the active subscribers gets it; null for all. */
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
            /** @description The challenge that the answer is for. Used once, within five minutes. */
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
            /** @description From the link in the email. */
            token: string;
        };
        NewSavedBlock: {
            /** @description One block, with what is inside it if it has columns. */
            block: components["schemas"]["Block"];
            /** @description One line. */
            name: string;
        };
        Newsletter: {
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description For people; null without one. */
            description: string | null;
            /** @description The sending domain's name; null without one. */
            domain: string | null;
            /**
             * Format: int64
             * @description The sending domain; null without one.
             */
            domain_id: number | null;
            /** @description How far the domain has proved itself; null without one. */
            domain_status: components["schemas"]["DomainStatus"] | null;
            /** @description Who else may use the sending domain; null without one. */
            domain_type: components["schemas"]["DomainType"] | null;
            /** @description Whoever uses the form confirms the address before anything is sent; those whom the author adds are `pending` too. */
            double_opt_in: boolean;
            /** @description The name in `From`. */
            from_name: string;
            /** @description What stands before the @ of the sender. */
            from_prefix: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            /** @description It takes subscribers and campaigns. */
            is_active: boolean;
            /** @description Part of the sample data: it sends no campaign, and nobody can subscribe to it. */
            is_sample: boolean;
            /** @description Of its public pages and of the emails that these send. */
            language: components["schemas"]["Language"];
            /** @description Its name. */
            name: string;
            /** @description Names its public page; cannot be guessed. */
            public_id: string;
            /** @description Where answers go; null for the sender. */
            reply_to: string | null;
            /** @description `from_prefix@domain`; without a domain the operator's fallback domain, or example.com. */
            sending_address: string;
            subscribers: components["schemas"]["SubscriberCounts"];
            /** @description What is counted of opens and clicks. */
            tracking: components["schemas"]["Tracking"];
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Totals of a newsletter over all its campaigns that were sent to their end, as on every screen; rates are percentages of
         *     the sends that count per subscriber.
         */
        NewsletterAnalytics: {
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description Emails that came back for good.
             */
            total_bounces: number;
            /**
             * Format: int64
             * @description In any state.
             */
            total_campaigns: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            total_clicks: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often.
             */
            total_opens: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            total_sends: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, of campaigns that tell subscribers apart.
             */
            tracked_clicks: number;
            /**
             * Format: int64
             * @description Subscribers who opened, of campaigns that tell subscribers apart.
             */
            tracked_opens: number;
            /**
             * Format: int64
             * @description What the rates are made of: emails, openers and clickers of campaigns that count per subscriber.
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
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description A sentence for people. */
            detail: string | null;
            /** @description A path of the dashboard. */
            href: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            kind: components["schemas"]["NoticeKind"];
            /** @description For people, in a few words. */
            title: string;
        };
        /**
         * @description What a notice is about.
         * @enum {string}
         */
        NoticeKind: "domain_verified" | "domain_broken" | "campaign_paused" | "sending_stuck" | "campaign_missed" | "campaign_late" | "webhook_disabled" | "storage_failed";
        /** @description Which emails an author gets about the account. */
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
            /** @description As OpenID Connect Discovery 1.0, §3. */
            id_token_signing_alg_values_supported: string[];
            /** @description Who issues the access tokens. */
            issuer: string;
            /** @description As OpenID Connect Discovery 1.0, §3. */
            jwks_uri: string;
            /** @description As OpenID Connect Discovery 1.0, §3. */
            response_types_supported: string[];
            /** @description As OpenID Connect Discovery 1.0, §3. */
            subject_types_supported: string[];
        };
        /** @description The campaign that one was made from. */
        Origin: {
            /**
             * Format: int64
             * @description The campaign.
             */
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
            /** @description The 30 days before those. */
            previous_30_days: components["schemas"]["OverviewPeriod"];
            /** @description Newest first. */
            recent_activity: components["schemas"]["Activity"][];
            /** @description 60 days, oldest first; the last is today. */
            series: components["schemas"]["OverviewDay"][];
            setup: components["schemas"]["OverviewSetup"];
            /** @description What there is in all. */
            totals: components["schemas"]["OverviewTotals"];
        };
        OverviewDay: {
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: date
             * @description The day, in UTC.
             */
            date: string;
            /**
             * Format: int64
             * @description Emails that receivers took, of campaigns that ended then.
             */
            emails_sent: number;
            /**
             * Format: int64
             * @description Subscribers who came in this time.
             */
            new_subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened.
             */
            opens: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
            unsubscribed: number;
        };
        OverviewPeriod: {
            /**
             * Format: int64
             * @description Campaigns whose sending ended, or was cancelled, in this time.
             */
            campaigns_sent: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Emails that receivers took, of campaigns that ended then.
             */
            emails_sent: number;
            /**
             * Format: int64
             * @description Subscribers who came in this time.
             */
            new_subscribers: number;
            /**
             * Format: double
             * @description Percent of the emails of the campaigns sent then.
             */
            open_rate: number;
            /**
             * Format: int64
             * @description First opens and clicks that came in then.
             */
            opens: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
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
            /**
             * Format: int64
             * @description Emails that receivers took, of campaigns that ended then.
             */
            emails_sent: number;
            /**
             * Format: int64
             * @description Newsletters.
             */
            newsletters: number;
            /**
             * Format: int64
             * @description In any state.
             */
            subscribers: number;
        };
        /** @description A passkey as lists show it. */
        Passkey: {
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description When it was used last; null before. */
            last_used_at: components["schemas"]["Timestamp"] | null;
            /** @description Its name. */
            name: string;
        };
        PasskeyName: {
            /** @description Its name. */
            name: string;
        };
        /** @description What `navigator.credentials` is called with; both are good for five minutes and one use. */
        PasskeyOptions: {
            /** @description The challenge that the answer is for. Used once, within five minutes. */
            challenge_id: string;
            /** @description `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1). */
            options: Record<string, never>;
        };
        PasskeySignIn: {
            /** @description The challenge that the answer is for. Used once, within five minutes. */
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
            /**
             * Format: email
             * @description An email address.
             */
            email: string;
        };
        PreviewView: {
            /** @description `Name <address>`. */
            from: string;
            /** @description Header lines in their order. */
            headers: components["schemas"]["HeaderLine"][];
            /** @description The HTML part. */
            html: string;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader: string | null;
            /** @description Where answers go; null for the sender. */
            reply_to: string | null;
            /** @description Of the whole message. */
            size_bytes: number;
            /** @description The subject line. */
            subject: string;
            /** @description The text. */
            text: string;
            /** @description The subscriber's address. */
            to: string;
        };
        /** @description The answer's body. */
        ProblemBody: {
            code: components["schemas"]["ProblemCode"];
            /** @description A sentence for people. */
            detail: string;
            /** @description The fields that are wrong, with 422. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description For people, in a few words. */
            title: string;
            /** @description `about:blank` where the status says which kind of problem it is; else the call names its own. */
            type: string;
        };
        /**
         * @description What kind of problem it is. Where nothing says it more closely, the status does.
         * @enum {string}
         */
        ProblemCode: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "invalid_fields" | "too_many_requests" | "misdirected" | "internal_error" | "unavailable" | "disk_full" | "second_factor_required" | "sign_in_again" | "email_taken" | "passkey_exists" | "too_many_passkeys" | "passkeys_unavailable" | "two_factor_on" | "two_factor_off" | "two_factor_not_begun" | "no_mail_sender" | "sending_held" | "request_in_progress" | "request_interrupted" | "answer_shown_once" | "idempotency_key_reused" | "newsletter_inactive" | "newsletter_unusable" | "sample_newsletter" | "no_active_subscribers" | "subscriber_exists" | "wrong_subscriber_status" | "suppression_exists" | "import_over" | "wrong_campaign_status" | "campaign_in_progress" | "changed_meanwhile" | "newer_revision" | "changed_since_read" | "not_sent_yet" | "not_in_doubt" | "opens_unknown" | "ab_test_not_waiting" | "origin_deleted" | "origin_not_done" | "feed_unreadable" | "feed_without_news" | "template_not_rendered" | "domain_taken" | "no_sending_domain" | "sending_domain_off" | "sending_domain_not_verified" | "ses_keeps_keys" | "ses_failed" | "too_many_saved_blocks" | "too_many_webhooks" | "webhook_off" | "delivery_not_repeatable";
        /** @description One event of the stream. */
        ProgressEvent: {
            /** @description A `Progress` as JSON. */
            data: string;
            /** @description `progress`, and `done` for the last one. */
            event: string;
        };
        /** @enum {string} */
        Provider: "local" | "oidc";
        /** @description What is known of a subscriber. */
        PutSubscriber: {
            /** @description At most 50 values: texts of up to 1,000 characters, numbers, booleans or null. Others that are there stay. */
            attributes?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            /** @description First name; null without one. */
            first_name?: string | null;
            /** @description Last name; null without one. */
            last_name?: string | null;
            /**
             * @description Who left, bounced or complained elsewhere is kept as such and gets nothing; of who is there already nothing else is written
             *     then. `active` is what an absent one means: it brings nobody back.
             */
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description At most 50, each one line of up to 64 characters. Others that are there stay. */
            tags?: string[] | null;
        };
        /** @description Subscribers to add or fill in. */
        PutSubscribers: {
            /** @description 1 to 1,000, each address once. */
            subscribers: components["schemas"]["CreateSubscriber"][];
        };
        /** @description How many subscribers share a state and a reason. */
        Reason: {
            /**
             * Format: int64
             * @description How many.
             */
            count: number;
            /** @description Why, a sentence or the server's words; null where there is nothing to say. */
            reason: string | null;
            state: components["schemas"]["DeliveryGroup"];
        };
        /** @description How many records are in which state. */
        RecordCounts: {
            /** @description Records that stand as they should. */
            found: number;
            /** @description Records that are not there. */
            missing: number;
            /** @description Records that were not looked up yet. */
            unchecked: number;
            /** @description Records of which the DNS did not tell. */
            unknown: number;
            /** @description Records that say something else. */
            wrong: number;
        };
        /** @description Each is good once, in the place of a code of the app; they are not shown again. */
        RecoveryCodes: {
            /** @description Ten codes, each for one sign-in, shown this once. */
            recovery_codes: string[];
        };
        RegisterDomain: {
            /** @description The bare name; unicode is taken too. */
            domain: string;
            /** @description For people; null without any. */
            notes?: string | null;
        };
        /** @description WebAuthn Level 3 §5.1 `RegistrationResponseJSON`, as far as it is read. */
        RegistrationResponse: {
            /** @description As the browser answers it (WebAuthn Level 2, §5.1). */
            rawId: components["schemas"]["Bytes"];
            /** @description What the browser answered. */
            response: components["schemas"]["AttestationResponse"];
        };
        /** @description What stays because its author changed it or added to it. It is no sample any more. */
        RemovedSampleData: {
            /** @description It was changed, so it stays. */
            campaign_kept: boolean;
            /** @description It was changed, so it stays. */
            newsletter_kept: boolean;
            /** @description It was changed, so it stays. */
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
            /**
             * Format: int64
             * @description The campaign that it made last; null before the first.
             */
            last_issue_id: number | null;
            /**
             * Format: int32
             * @description The day of the month, 1 to 31; null where it repeats otherwise.
             */
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
             * @description Emails whose mailbox does not exist, also those that were accepted first.
             */
            bounced: number;
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /**
             * Format: int64
             * @description Subscribers who called it spam.
             */
            complained: number;
            /**
             * Format: double
             * @description From the start to the end, or until now; null before it starts.
             */
            duration_seconds: number | null;
            /** @description When it ended; null before. */
            finished_at: components["schemas"]["Timestamp"] | null;
            in_doubt_policy: components["schemas"]["InDoubtPolicy"];
            ledger: components["schemas"]["Ledger"];
            /** @description The campaign that it was made from. */
            origin: components["schemas"]["Origin"] | null;
            /** @description Why it paused by itself, or was taken off the calendar, a sentence; null where nothing stopped it or its author did. */
            pause_reason: string | null;
            /**
             * Format: double
             * @description Messages accepted per second, from start to end or now.
             */
            rate_per_second: number | null;
            /** @description Why emails were not sent, with how many each. */
            reasons: components["schemas"]["Reason"][];
            /**
             * Format: int64
             * @description Emails whose mailbox was full or away.
             */
            soft_bounced: number;
            /** @description When sending began; null before. */
            started_at: components["schemas"]["Timestamp"] | null;
            status: components["schemas"]["CampaignStatus"];
            /**
             * @description Why the mail server gets nothing just now although it is being sent, and since when, after a minute; null while
             *     it does.
             */
            trouble: components["schemas"]["SendingTrouble"] | null;
            /**
             * @description Subscribers of whom it was not known, once or more, whether a message arrived: the only ones who may have got two.
             *     The first 100.
             */
            uncertain: components["schemas"]["Delivery"][];
            /** @description Why nothing leaves just now although it is being sent, such as a daily limit. */
            waiting: string | null;
        };
        Resend: {
            /** @description Who gets it. */
            to: components["schemas"]["SegmentKind"];
        };
        Resolve: {
            /** @description It arrived, send it once more, or leave it. */
            as: components["schemas"]["Decision"];
        };
        /** @description A wall time as an instant. */
        ResolvedTime: {
            /** @description The time has passed. */
            is_past: boolean;
            kind: components["schemas"]["WallKind"];
            /** @description What an author has to know about a time that does not exist or comes twice. */
            note: string | null;
            /** @description When it is to be sent. */
            scheduled_at: components["schemas"]["Timestamp"];
            /** @description Such as `+02:00`. */
            utc_offset: string;
        };
        ResolveMessage: {
            /** @description It arrived, send it once more, or leave it. */
            as: components["schemas"]["MessageDecision"];
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
            /** @description What is wrong, a sentence for people. */
            message: string;
            /** @description What stands there, at most 100 characters. */
            value: string;
        };
        /** @description The samples of an author. */
        SampleData: {
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /**
             * Format: int64
             * @description Subscribers.
             */
            subscribers: number;
            /**
             * Format: int64
             * @description The template.
             */
            template_id: number;
        };
        /** @description A block that the author keeps to use in other emails. */
        SavedBlock: {
            block: components["schemas"]["Block"];
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description How the time of a scheduled campaign was chosen. */
        Schedule: {
            kind: components["schemas"]["ScheduleKind"];
            /** @description Wall time in the zone, such as `2027-03-28T09:00`. */
            local_time: string | null;
            /** @description That this time does not exist that day, or comes twice. */
            note: string | null;
            /** @description The IANA name, such as `Europe/Lisbon`; null for an instant. */
            time_zone: string | null;
        };
        /** @description When it leaves: an instant, or a wall time in a zone. */
        ScheduleCampaign: {
            /** @description At that wall time where each subscriber lives, by the attribute `time_zone`; `time_zone` here is for everyone else. */
            each_reader?: boolean | null;
            /** @description Wall time in the zone, such as `2027-03-28T09:00`. */
            local_time?: string | null;
            /** @description When the next one is made; null where it goes once. */
            repeat?: components["schemas"]["RepeatRule"] | null;
            /** @description An instant; instead of `local_time` and `time_zone`. */
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
         * @description One thing an API key may do. A write scope includes reading its own area; `read` reads everything but the account, its
         *     settings, keys, webhooks and captured mail, and what the operator looks at; those need `full`, but for `GET /api/me`, which any
         *     key may ask. What protects the account (`/api/me/…`) takes a person who is signed in.
         * @enum {string}
         */
        Scope: "full" | "read" | "newsletters:write" | "subscribers:write" | "campaigns:write" | "campaigns:send" | "templates:write" | "domains:write" | "messages:send";
        Scopes: ("full" | "read" | "newsletters:write" | "subscribers:write" | "campaigns:write" | "campaigns:send" | "templates:write" | "domains:write" | "messages:send")[];
        SearchHit: {
            /** @description A path of the dashboard. */
            href: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description What tells it from others of its name; null without one. */
            subtitle: string | null;
            /** @description For people, in a few words. */
            title: string;
        };
        SearchResult: {
            /** @description Campaigns. */
            campaigns: components["schemas"]["SearchHit"][];
            /** @description Sending domains. */
            domains: components["schemas"]["SearchHit"][];
            /** @description Newsletters. */
            newsletters: components["schemas"]["SearchHit"][];
            /** @description Subscribers. */
            subscribers: components["schemas"]["SearchHit"][];
            /** @description Templates. */
            templates: components["schemas"]["SearchHit"][];
        };
        /** @description How an account is protected. */
        Security: {
            /** @description The author showed that the address is theirs. */
            email_verified: boolean;
            /** @description A password is set; accounts with a passkey alone have none. */
            has_password: boolean;
            /** @description Passkeys of the account. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description Who signs authors in. */
            provider: components["schemas"]["Provider"];
            /** @description Null while it is off. */
            totp: components["schemas"]["TotpState"] | null;
        };
        /** @description Who of a newsletter's audience a campaign is for. */
        Segment: {
            /**
             * Format: int64
             * @description A campaign of the same newsletter.
             */
            campaign_id: number;
            /** @description Which kind it is. */
            kind: components["schemas"]["SegmentKind"];
        };
        /** @enum {string} */
        SegmentKind: "not_opened" | "not_sent";
        /** @description Why no email leaves, and since when. */
        SendingTrouble: {
            /** @description What happened, and what to do. */
            reason: string;
            /** @description When it began. */
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
            /** @description Addresses that it could not be sent to. */
            failed: components["schemas"]["FailedTest"][];
            /** @description Addresses that it was sent to. */
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
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** @description Program and system, as far as they told: "Firefox on Linux". */
            device: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Address of the client; null for this machine, which may be a proxy. */
            ip: string | null;
            /** @description When it was used last; null before. */
            last_used_at: components["schemas"]["Timestamp"];
            method: components["schemas"]["Method"];
        };
        /** @description The settings of an author. */
        Settings: {
            /** @description Who the author is. */
            account: components["schemas"]["AccountSettings"];
            /** @description What new newsletters and campaigns begin with. */
            email: components["schemas"]["EmailSettings"];
            notifications: components["schemas"]["Notifications"];
        };
        SignIn: {
            /** @description Of an account with two-factor authentication: six digits from the app, or a recovery code. */
            code?: string | null;
            /**
             * Format: email
             * @description An email address.
             */
            email: string;
            /**
             * Format: password
             * @description The password.
             */
            password: string;
        };
        SignUp: {
            /**
             * Format: email
             * @description An email address.
             */
            email?: string | null;
            /** @description The author's name. */
            name?: string | null;
            /**
             * Format: password
             * @description Taken as it is typed.
             */
            password?: string | null;
        };
        /** @description How many subscribers stand where, and how many came within the last seven days. */
        Stats: {
            /**
             * Format: int64
             * @description Subscribers who get campaigns.
             */
            active: number;
            /**
             * Format: int64
             * @description Subscribers whose address bounced for good.
             */
            bounced: number;
            /**
             * Format: int64
             * @description Subscribers who called an email spam.
             */
            complained: number;
            /**
             * Format: int64
             * @description Subscribers who have not confirmed yet.
             */
            pending: number;
            /**
             * Format: int64
             * @description Subscribed within the last 7 days. Exact up to 20,000, beyond that from the figures of the days.
             */
            this_week: number;
            /**
             * Format: int64
             * @description All of them.
             */
            total: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
            unsubscribed: number;
        };
        /** @description A change of state. */
        StatusChange: {
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description Why, a sentence; null where there is nothing to say. */
            reason: string | null;
            /** @description Where it stands. */
            status: string;
        };
        /**
         * @description What one point of the series stands for.
         * @enum {string}
         */
        Step: "day" | "week";
        /** @description A subscriber as the API shows it. */
        Subscriber: {
            /** @description Fields of your own by name: text, numbers, yes and no, or null. */
            attributes: {
                [key: string]: components["schemas"]["AttributeValue"];
            };
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description As typed; two addresses that differ in case alone are one subscriber. */
            email: string;
            /** @description First name; null without one. */
            first_name: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Last name; null without one. */
            last_name: string | null;
            /**
             * Format: int64
             * @description The newsletter.
             */
            newsletter_id: number;
            /** @description The newsletter's name. */
            newsletter_name: string;
            status: components["schemas"]["SubscriberStatus"];
            /** @description When they subscribed. */
            subscribed_at: components["schemas"]["Timestamp"];
            /** @description Words to group subscribers by. */
            tags: string[];
            /** @description When they left; null while they are here. */
            unsubscribed_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Subscribers by state. */
        SubscriberCounts: {
            /**
             * Format: int64
             * @description Subscribers who get campaigns.
             */
            active: number;
            /**
             * Format: int64
             * @description Subscribers whose address bounced for good.
             */
            bounced: number;
            /**
             * Format: int64
             * @description Subscribers who called an email spam.
             */
            complained: number;
            /**
             * Format: int64
             * @description Subscribers who have not confirmed yet.
             */
            pending: number;
            /**
             * Format: int64
             * @description All of them.
             */
            total: number;
            /**
             * Format: int64
             * @description Subscribers who left.
             */
            unsubscribed: number;
        };
        /**
         * @description Where a subscriber stands. Only `active` receives mail.
         * @enum {string}
         */
        SubscriberStatus: "active" | "unsubscribed" | "pending" | "bounced" | "complained";
        /** @description An address that nothing is sent to. */
        Suppression: {
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description A sentence for people. */
            detail: string | null;
            /** @description An email address. */
            email: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            reason: components["schemas"]["SuppressionReason"];
            /** @description Who said so: smtp (the answer to an email), report (a delivery or feedback report), ses or manual. */
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
            /** @description What stands on the canvas, from top to bottom. */
            blocks: components["schemas"]["Block"][];
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description What the editor made of the blocks; null when they changed since, and in the list. */
            html_content: string | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description It is in use. */
            is_active: boolean;
            /** @description Its name. */
            name: string;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader: string | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description Empty for none. */
            subject: string;
            /** @description Colours, fonts and widths of the blocks; null for the usual ones. */
            theme: {
                [key: string]: unknown;
            } | null;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of templates. */
        TemplateList: {
            /** @description Templates. */
            templates: components["schemas"]["Template"][];
        };
        /** @description A save of a template, without its contents. */
        TemplateSave: {
            /**
             * Format: int64
             * @description Blocks on the canvas, those within others included.
             */
            block_count: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description The subject line. */
            subject: string;
        };
        /** @description A save of a template. */
        TemplateVersion: {
            /**
             * Format: int64
             * @description Blocks on the canvas, those within others included.
             */
            block_count: number;
            /** @description What stands on the canvas, from top to bottom. */
            blocks: components["schemas"]["Block"][];
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description The HTML part; null where the blocks were changed without it. */
            html_content: string | null;
            /** @description Its name. */
            name: string;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader: string | null;
            /**
             * Format: int64
             * @description Rises with every saved change.
             */
            revision: number;
            /** @description The subject line. */
            subject: string;
            /** @description Colours, fonts and widths of the blocks; null for the usual ones. */
            theme: {
                [key: string]: unknown;
            } | null;
        };
        /** Format: date-time */
        Timestamp: string;
        /** @description Two-factor authentication with an app. */
        TotpState: {
            /** @description When it was switched on. */
            enabled_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description Recovery codes that were not used yet.
             */
            recovery_codes_left: number;
        };
        /**
         * @description What is counted of what subscribers do with an email.
         * @enum {string}
         */
        Tracking: "full" | "anonymous" | "none";
        /**
         * @description How mail leaves this installation.
         * @enum {string}
         */
        Transport: "capture" | "smtp" | "ses";
        /** @description An email that came back and was not understood. */
        UnknownReport: {
            /**
             * Format: int64
             * @description The campaign.
             */
            campaign_id: number | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /**
             * Format: int64
             * @description Of the email that it came back for; null when it is unproven.
             */
            newsletter_id: number | null;
            reason: components["schemas"]["UnknownReportReason"];
            /** @description When the report came. */
            received_at: components["schemas"]["Timestamp"];
            /** @description Who wrote it, as it says itself. */
            sender: string | null;
            /**
             * Format: int64
             * @description Of the whole email.
             */
            size_bytes: number;
            /** @description The subject line. */
            subject: string | null;
            /**
             * Format: int64
             * @description The subscriber whom the report is about; null where that is not known.
             */
            subscriber_id: number | null;
        };
        /**
         * @description Why an email that came back is kept.
         * @enum {string}
         */
        UnknownReportReason: "unclear" | "unknown" | "unproven";
        /** @description The same with what it says. */
        UnknownReportText: components["schemas"]["UnknownReport"] & {
            /** @description The first 16 KiB of the email as it came, header and all. Text of a stranger: show it as text. */
            text: string;
        };
        /** @description Any subset of the fields. */
        UpdateApiKey: {
            /** @description Null: it works until it is deleted. */
            expires_at?: components["schemas"]["Timestamp"] | null;
            /** @description Its name. */
            name?: string;
            /** @description What the key may do. */
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description Any subset of the fields; null clears an optional one. */
        UpdateCampaign: {
            /** @description Two to four variants of which the better one goes to the rest; null without a test. */
            ab_test?: components["schemas"]["AbTest"] | null;
            /** @description What stands on the canvas, from top to bottom. */
            blocks?: components["schemas"]["Block"][] | null;
            /** @description The HTML part, with merge tags; null clears it. */
            html_content?: string | null;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"];
            /** @description The line that inboxes show after the subject; null without one. */
            preheader?: string | null;
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
            /** @description The part of the newsletter it is for; null for all. */
            segment?: components["schemas"]["Segment"] | null;
            /** @description The subject line. */
            subject?: string;
            /** @description The text part, with merge tags; null where it is made from the HTML. */
            text_content?: string | null;
            /** @description Colours, fonts and widths of the blocks; null for the usual ones. */
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Any subset of the fields; null clears an optional one. The name stays: another name is another domain. */
        UpdateDomain: {
            /**
             * Format: int64
             * @description Emails a day, UTC; 0: no limit.
             */
            daily_send_limit?: number;
            /** @description False: nothing is sent from it. */
            is_active?: boolean;
            /** @description For people; null without any. */
            notes?: string | null;
            /** @description A name below the domain that links in emails start with, once its CNAME is found. */
            tracking_host?: string | null;
            /**
             * @description Begins (or ends) the warm-up: 200 emails on the first day, half as many again on each further one, most engaged
             *     subscribers first.
             */
            warm_up?: boolean;
        };
        UpdateEmailSettings: {
            /**
             * Format: email
             * @description Proposed for new newsletters; null for none.
             */
            default_from_email?: string | null;
            /** @description Proposed for new newsletters; null for none. */
            default_from_name?: string | null;
            /**
             * Format: email
             * @description Where answers go; null for the sender.
             */
            reply_to?: string | null;
        };
        /** @description Any subset of the fields. */
        UpdateMe: {
            /** @description The company or publication; null without one. */
            company?: string | null;
            /** @description Its name. */
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
            /** @description For people; null without one. */
            description?: string | null;
            /**
             * Format: int64
             * @description The sending domain; null without one.
             */
            domain_id?: number | null;
            /** @description Whoever uses the form confirms the address before anything is sent; those whom the author adds are `pending` too. */
            double_opt_in?: boolean;
            /** @description The name in `From`. */
            from_name?: string;
            /** @description The part of the sending address before the @. */
            from_prefix?: string;
            in_doubt_policy?: components["schemas"]["InDoubtPolicy"];
            /** @description It takes subscribers and campaigns. */
            is_active?: boolean;
            /** @description Of the public pages and of the emails that these send. */
            language?: components["schemas"]["Language"];
            /** @description Its name. */
            name?: string;
            /**
             * Format: email
             * @description Where answers go; null for the sender.
             */
            reply_to?: string | null;
            /** @description Campaigns that are on their way keep what they started with. */
            tracking?: components["schemas"]["Tracking"];
        };
        UpdateNotifications: {
            /** @description An email with the figures, a day after a campaign. */
            campaign_reports?: boolean;
            /** @description An email about a new sign-in, a changed password or address, a new key. */
            security_alerts?: boolean;
            /** @description An email with the week's figures, on Mondays. */
            weekly_summary?: boolean;
        };
        /** @description Any subset of the fields. */
        UpdateSavedBlock: {
            block?: components["schemas"]["Block"];
            /** @description Its name. */
            name?: string;
        };
        /** @description Any subset of the fields. */
        UpdateSettings: {
            /** @description Who the author is. */
            account?: components["schemas"]["UpdateMe"] | null;
            /** @description What new newsletters and campaigns begin with. */
            email?: components["schemas"]["UpdateEmailSettings"] | null;
            /** @description What the author gets by mail. */
            notifications?: components["schemas"]["UpdateNotifications"] | null;
        };
        /** @description Any subset of the fields. */
        UpdateSubscriber: {
            /** @description Replaces all attributes; null removes them. */
            attributes?: {
                [key: string]: components["schemas"]["AttributeValue"];
            } | null;
            /** @description An email address. */
            email?: string | null;
            /** @description First name; null without one. */
            first_name?: string | null;
            /** @description Last name; null without one. */
            last_name?: string | null;
            /** @description From `active` to `unsubscribed` and back; nothing else is an author's to decide. */
            status?: components["schemas"]["SubscriberStatus"] | null;
            /** @description Replaces all tags; null removes them. */
            tags?: string[] | null;
        };
        /** @description Any subset of the fields; null clears an optional one. */
        UpdateTemplate: {
            /** @description What stands on the canvas, from top to bottom. */
            blocks?: components["schemas"]["Block"][] | null;
            /** @description Null when left out beside a change of what it is made of. */
            html_content?: string | null;
            /** @description It is in use. */
            is_active?: boolean;
            /** @description Its name. */
            name?: string;
            /** @description The line that inboxes show after the subject; null without one. */
            preheader?: string | null;
            /**
             * Format: int64
             * @description The revision that the author started from: any other than the present one is refused.
             */
            revision?: number | null;
            /** @description The subject line. */
            subject?: string | null;
            /** @description Colours, fonts and widths of the blocks; null for the usual ones. */
            theme?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Any subset of the fields. */
        UpdateWebhook: {
            /** @description Null removes it. */
            description?: string | null;
            /** @description What it is told of. */
            events?: components["schemas"]["WebhookEvent"][] | null;
            /** @description Switched off, nothing more is sent and what waits is given up; switched on, it begins with new events. */
            is_active?: boolean | null;
            /** @description Its address. */
            url?: string | null;
        };
        /** @description Medians, in percent of the emails that were sent. */
        Usual: {
            /**
             * Format: double
             * @description Bounced of those sent, in percent.
             */
            bounce_rate: number;
            /**
             * Format: int64
             * @description How many campaigns they are of, the latest 20 at most.
             */
            campaigns: number;
            /**
             * Format: double
             * @description Subscribers who clicked, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            click_rate: number;
            /**
             * Format: double
             * @description Subscribers who opened, in percent of the emails of campaigns that tell subscribers apart; 0 where there are none.
             */
            open_rate: number;
            /**
             * Format: double
             * @description Those who left by a campaign's links, in percent of the emails sent.
             */
            unsubscribe_rate: number;
        };
        /** @description How the sample of one variant fared. */
        VariantFigures: {
            /**
             * Format: int64
             * @description Subscribers who clicked, each once for a campaign; with anonymous tracking, how often.
             */
            clicks: number;
            /**
             * Format: int64
             * @description Subscribers of its sample.
             */
            intended: number;
            /** @description What it is called. */
            name: string;
            /**
             * Format: int64
             * @description Subscribers who opened, each once for a campaign; with anonymous tracking, how often it was opened.
             */
            opens: number;
            /**
             * Format: double
             * @description By the metric of the test, in percent.
             */
            rate: number;
            /**
             * Format: int64
             * @description Emails that receivers took.
             */
            sent: number;
            /** @description The subject line. */
            subject: string;
        };
        VerificationStatus: {
            /** @description When the DNS was asked last. */
            checked_at: components["schemas"]["Timestamp"] | null;
            /** @description Newest first, at most 50. */
            history: components["schemas"]["StatusChange"][];
            /** @description When the DNS is asked again; null when it is not. */
            next_check_at: components["schemas"]["Timestamp"] | null;
            records: components["schemas"]["RecordCounts"];
            /** @description Amazon SES has seen the DKIM records. */
            ses_dkim_verified: boolean;
            /** @description Amazon SES has verified the domain. */
            ses_verified: boolean;
            /** @description Why it stands there, a sentence; null where there is nothing to say. */
            status_reason: string | null;
            verification_status: components["schemas"]["DomainStatus"];
        };
        /** @description The address that is verified now. */
        VerifiedEmail: {
            /** @description An email address. */
            email: string;
        };
        VerifyEmail: {
            /** @description From the link in the email. */
            token: string;
        };
        /**
         * @description Whether a wall time exists once that day.
         * @enum {string}
         */
        WallKind: "exact" | "gap" | "overlap";
        /** @description A server that is told of events. */
        Webhook: {
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description For people; null without one. */
            description: string | null;
            /** @description When it was disabled because its receiver failed for days or answered 410 Gone. Set `is_active` to go on. */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /** @description Why it was disabled, a sentence; null while it is not. */
            disabled_reason: string | null;
            /** @description What it is told of. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description The first failure since the last success. */
            failing_since: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description Whether events are sent there. */
            is_active: boolean;
            /** @description The one that was attempted last. */
            last_delivery: components["schemas"]["WebhookDelivery"] | null;
            /** @description When it was changed last. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description Its address. */
            url: string;
        };
        /** @description An event on its way to one webhook. */
        WebhookDelivery: {
            /**
             * Format: int64
             * @description Attempts that ended.
             */
            attempts: number;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the receiver took it; null before. */
            delivered_at: components["schemas"]["Timestamp"] | null;
            /**
             * Format: int64
             * @description How long the last answer took, in milliseconds.
             */
            duration_ms: number | null;
            /** @description Why the last attempt failed, a sentence. */
            error: string | null;
            /**
             * @description The header `webhook-id`: the same for every attempt and replay of an event.
             * @example evt_mzxw6ytboi4dcmzz
             */
            event_id: string;
            /**
             * Format: int64
             * @description Its number. It never changes and is never given again.
             */
            id: number;
            /** @description When it is tried again; null when it is not. */
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
            /**
             * Format: int64
             * @description The webhook.
             */
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
    get_jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
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
    get_openid_configuration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id_token_signing_alg_values_supported": [
                     *         "EdDSA"
                     *       ],
                     *       "issuer": "https://news.example.com",
                     *       "jwks_uri": "https://news.example.com/.well-known/jwks.json",
                     *       "response_types_supported": [
                     *         "id_token"
                     *       ],
                     *       "subject_types_supported": [
                     *         "public"
                     *       ]
                     *     }
                     */
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
    get_analytics: {
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaigns": [
                     *         {
                     *           "bounces": 12,
                     *           "click_rate": 12.5,
                     *           "clicks": 310,
                     *           "id": 1,
                     *           "newsletter_id": 1,
                     *           "newsletter_name": "The Slow Web",
                     *           "open_rate": 50,
                     *           "opens": 1240,
                     *           "sent": 2480,
                     *           "sent_at": "2026-11-21T12:00:00.000Z",
                     *           "subject": "May"
                     *         }
                     *       ],
                     *       "from": "2026-11-01",
                     *       "growth": {
                     *         "bounced": 12,
                     *         "net": 98,
                     *         "new_subscribers": 120,
                     *         "subscribers": 1,
                     *         "unsubscribed": 9
                     *       },
                     *       "newsletters": [
                     *         {
                     *           "bounce_rate": 0.5,
                     *           "bounces": 12,
                     *           "campaigns": 1,
                     *           "click_rate": 12.5,
                     *           "clicks": 310,
                     *           "id": 1,
                     *           "name": "The Slow Web",
                     *           "open_rate": 50,
                     *           "opens": 1240,
                     *           "sent": 2480,
                     *           "subscribers": 1,
                     *           "tracking": "full",
                     *           "unsubscribed": 9
                     *         }
                     *       ],
                     *       "previous": {
                     *         "bounce_rate": 0.5,
                     *         "bounces": 12,
                     *         "campaigns": 1,
                     *         "click_rate": 12.5,
                     *         "clicks": 310,
                     *         "complaint_rate": 0.04,
                     *         "complaints": 1,
                     *         "new_subscribers": 120,
                     *         "open_rate": 50,
                     *         "opens": 1240,
                     *         "privacy_opens": 402,
                     *         "robot_clicks": 41,
                     *         "robot_opens": 85,
                     *         "sent": 2480,
                     *         "unsubscribe_rate": 0.4,
                     *         "unsubscribed": 9
                     *       },
                     *       "range": "30d",
                     *       "series": [
                     *         {
                     *           "bounces": 12,
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "sent": 2480,
                     *           "subscribers": 1,
                     *           "unsubscribed": 9
                     *         }
                     *       ],
                     *       "step": "day",
                     *       "to": "2026-11-21",
                     *       "totals": {
                     *         "bounce_rate": 0.5,
                     *         "bounces": 12,
                     *         "campaigns": 1,
                     *         "click_rate": 12.5,
                     *         "clicks": 310,
                     *         "complaint_rate": 0.04,
                     *         "complaints": 1,
                     *         "new_subscribers": 120,
                     *         "open_rate": 50,
                     *         "opens": 1240,
                     *         "privacy_opens": 402,
                     *         "robot_clicks": 41,
                     *         "robot_opens": 85,
                     *         "sent": 2480,
                     *         "unsubscribe_rate": 0.4,
                     *         "unsubscribed": 9
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "expires_at": "2030-06-03T12:00:00.000Z",
                     *         "id": 1,
                     *         "last_used_at": null,
                     *         "name": "website",
                     *         "prefix": "lp_3kTq9vX",
                     *         "scopes": [
                     *           "full"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "website",
                 *       "scopes": [
                 *         "subscribers:write"
                 *       ],
                 *       "expires_at": "2030-06-03T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "expires_at": "2030-06-03T12:00:00.000Z",
                     *       "id": 1,
                     *       "last_used_at": null,
                     *       "name": "website",
                     *       "prefix": "lp_3kTq9vX",
                     *       "scopes": [
                     *         "full"
                     *       ],
                     *       "key": "lp_3kTq9vXyZ2mB7nR4sW8cF1dH6jL0pA5g"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The api key. */
                api_key_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "website"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "expires_at": "2030-06-03T12:00:00.000Z",
                     *       "id": 1,
                     *       "last_used_at": null,
                     *       "name": "website",
                     *       "prefix": "lp_3kTq9vX",
                     *       "scopes": [
                     *         "full"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The api key. */
                api_key_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                "Idempotency-Key"?: string | null;
            };
            path: {
                /** @description The api key. */
                api_key_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "expires_at": "2030-06-03T12:00:00.000Z",
                     *       "id": 1,
                     *       "last_used_at": null,
                     *       "name": "website",
                     *       "prefix": "lp_3kTq9vX",
                     *       "scopes": [
                     *         "full"
                     *       ],
                     *       "key": "lp_3kTq9vXyZ2mB7nR4sW8cF1dH6jL0pA5g"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_auth_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": null,
                     *       "first_account": true,
                     *       "issuer": "https://news.example.com",
                     *       "passkeys": true,
                     *       "password_reset": true,
                     *       "provider": "local",
                     *       "provider_name": null,
                     *       "session": true,
                     *       "sign_up": true
                     *     }
                     */
                    "application/json": components["schemas"]["AuthConfig"];
                };
            };
            /** @description An installation for its own machine was asked for by a foreign name */
            421: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
        };
    };
    sign_in_with_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge_id": "c2hhbGxlbmdl",
                 *       "credential": {
                 *         "rawId": "Y3JlZGVudGlhbA",
                 *         "response": {
                 *           "clientDataJSON": "e30",
                 *           "authenticatorData": "YXV0aA",
                 *           "signature": "c2ln",
                 *           "userHandle": "MQ"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                     *       "author": {
                     *         "company": "Slow Press",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "id": 1,
                     *         "name": "Ada",
                     *         "role": "author",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "expires_in": 900,
                     *       "token_type": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
    begin_passkey_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge_id": "c2hhbGxlbmdl",
                     *       "options": {}
                     *     }
                     */
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
            /** @description Too often: `Retry-After` says how long to wait */
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
    request_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
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
            /** @description The request cannot be read */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
                /**
                 * @example {
                 *       "token": "dGhlIHRva2VuIG9mIHRoZSBsaW5r",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
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
            /** @description Too often: `Retry-After` says how long to wait */
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
    refresh_session: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                     *       "author": {
                     *         "company": "Slow Press",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "id": 1,
                     *         "name": "Ada",
                     *         "role": "author",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "expires_in": 900,
                     *       "token_type": "Bearer"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                     *       "author": {
                     *         "company": "Slow Press",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "id": 1,
                     *         "name": "Ada",
                     *         "role": "author",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "expires_in": 900,
                     *       "token_type": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
            /** @description Done */
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
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The refresh token */
                    "set-cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
                     *       "author": {
                     *         "company": "Slow Press",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "ada@example.com",
                     *         "email_verified": true,
                     *         "id": 1,
                     *         "name": "Ada",
                     *         "role": "author",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "expires_in": 900,
                     *       "token_type": "Bearer"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The request cannot be read */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
                /**
                 * @example {
                 *       "token": "dGhlIHRva2VuIG9mIHRoZSBsaW5r"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["VerifiedEmail"];
                };
            };
            /** @description The request cannot be read */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
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
            /** @description Too often: `Retry-After` says how long to wait */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "campaign_id": 1,
                     *         "id": 1,
                     *         "newsletter_id": 1,
                     *         "reason": "unclear",
                     *         "received_at": "2026-11-21T12:00:00.000Z",
                     *         "sender": "mailer-daemon@mail.example.net",
                     *         "size_bytes": 48210,
                     *         "subject": "May",
                     *         "subscriber_id": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UnknownReport"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
                /** @description The report. */
                report_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "id": 1,
                     *       "newsletter_id": 1,
                     *       "reason": "unclear",
                     *       "received_at": "2026-11-21T12:00:00.000Z",
                     *       "sender": "mailer-daemon@mail.example.net",
                     *       "size_bytes": 48210,
                     *       "subject": "May",
                     *       "subscriber_id": 1,
                     *       "text": "Your message could not be delivered."
                     *     }
                     */
                    "application/json": components["schemas"]["UnknownReportText"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
                /** @description The report. */
                report_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example [
                     *       {
                     *         "ab_test": null,
                     *         "attachments": [],
                     *         "blocks": [],
                     *         "clicks": 310,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "engagement_forgotten_at": null,
                     *         "has_ab_test": false,
                     *         "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *         "id": 1,
                     *         "in_doubt_policy": "resend",
                     *         "ledger": {
                     *           "intended": 2500,
                     *           "queued": 0,
                     *           "sending": 0,
                     *           "deferred": 0,
                     *           "sent": 2480,
                     *           "failed": 12,
                     *           "suppressed": 6,
                     *           "skipped": 1,
                     *           "in_doubt": 1,
                     *           "cancelled": 0
                     *         },
                     *         "newsletter_id": 1,
                     *         "newsletter_language": "en",
                     *         "newsletter_name": "The Slow Web",
                     *         "opens": 1240,
                     *         "origin": null,
                     *         "pause_reason": null,
                     *         "preheader": "What grew this month",
                     *         "recipients": 2500,
                     *         "repeat": null,
                     *         "revision": 1,
                     *         "schedule": null,
                     *         "scheduled_at": null,
                     *         "segment": null,
                     *         "sent_at": "2026-11-21T12:00:00.000Z",
                     *         "started_at": "2026-11-21T12:00:00.000Z",
                     *         "status": "sent",
                     *         "subject": "May",
                     *         "text_content": "Hello there",
                     *         "text_preview": "Hello there",
                     *         "theme": null,
                     *         "tracking": "full",
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The campaign. */
                campaign_id?: number;
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description Only emails of this kind. */
                kind?: components["schemas"]["CapturedMailKind"];
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description The newsletter. */
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
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example [
                     *       {
                     *         "campaign_id": 1,
                     *         "captured_at": "2026-11-21T12:00:00.000Z",
                     *         "from": "Ada <ada@news.example.com>",
                     *         "id": 1,
                     *         "kind": "campaign",
                     *         "message_id": "0191f7c2.17@news.example.com",
                     *         "newsletter_id": 1,
                     *         "size_bytes": 48210,
                     *         "subject": "May",
                     *         "to": "rea@example.com"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CapturedMail"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description What becomes of the links. */
                links?: "harmless" | "as_sent";
            };
            header?: never;
            path: {
                /** @description The captured mail. */
                captured_mail_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "captured_at": "2026-11-21T12:00:00.000Z",
                     *       "from": "Ada <ada@news.example.com>",
                     *       "id": 1,
                     *       "kind": "campaign",
                     *       "message_id": "0191f7c2.17@news.example.com",
                     *       "newsletter_id": 1,
                     *       "size_bytes": 48210,
                     *       "subject": "May",
                     *       "to": "rea@example.com",
                     *       "headers": [
                     *         {
                     *           "name": "List-Unsubscribe",
                     *           "value": "<https://news.example.com/u/dG9rZW4>"
                     *         }
                     *       ],
                     *       "html": "<p>Hello Rea</p>",
                     *       "text": "Hello Rea"
                     *     }
                     */
                    "application/json": components["schemas"]["CapturedMailDetail"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The captured mail. */
                captured_mail_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    run_doctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "level": "ok",
                     *           "name": "database",
                     *           "ok": true,
                     *           "text": "sqlite:data/letterpress.db answers; schema 27, which is this version's"
                     *         }
                     *       ],
                     *       "engine": "sqlite",
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "bounce_rate": 0.5,
                     *         "checked_at": "2026-11-21T12:00:00.000Z",
                     *         "complaint_rate": 0.04,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current_daily_sent": 1,
                     *         "daily_allowance": 1,
                     *         "daily_send_limit": 1,
                     *         "domain": "news.example.com",
                     *         "domain_type": "shared",
                     *         "id": 1,
                     *         "is_active": true,
                     *         "is_writable": true,
                     *         "metrics_bounced": 1,
                     *         "metrics_complained": 1,
                     *         "metrics_sent": 1,
                     *         "metrics_since": "2026-11-21T12:00:00.000Z",
                     *         "metrics_soft_bounced": 1,
                     *         "newsletters": 1,
                     *         "next_check_at": "2026-11-21T12:00:00.000Z",
                     *         "notes": "Delegated to us",
                     *         "ses_dkim_verified": true,
                     *         "ses_verified": true,
                     *         "status_reason": null,
                     *         "tracking_host": "links.news.example.com",
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "verification_status": "active",
                     *         "verified_at": "2026-11-21T12:00:00.000Z",
                     *         "warm_up": true,
                     *         "warm_up_day": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Domain"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "news.example.com",
                 *       "daily_send_limit": 50000
                 *     }
                 */
                "application/json": components["schemas"]["CreateDomain"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bounce_rate": 0.5,
                     *       "checked_at": "2026-11-21T12:00:00.000Z",
                     *       "complaint_rate": 0.04,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "current_daily_sent": 1,
                     *       "daily_allowance": 1,
                     *       "daily_send_limit": 1,
                     *       "domain": "news.example.com",
                     *       "domain_type": "shared",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "is_writable": true,
                     *       "metrics_bounced": 1,
                     *       "metrics_complained": 1,
                     *       "metrics_sent": 1,
                     *       "metrics_since": "2026-11-21T12:00:00.000Z",
                     *       "metrics_soft_bounced": 1,
                     *       "newsletters": 1,
                     *       "next_check_at": "2026-11-21T12:00:00.000Z",
                     *       "notes": "Delegated to us",
                     *       "ses_dkim_verified": true,
                     *       "ses_verified": true,
                     *       "status_reason": null,
                     *       "tracking_host": "links.news.example.com",
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "verification_status": "active",
                     *       "verified_at": "2026-11-21T12:00:00.000Z",
                     *       "warm_up": true,
                     *       "warm_up_day": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bounce_rate": 0.5,
                     *       "checked_at": "2026-11-21T12:00:00.000Z",
                     *       "complaint_rate": 0.04,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "current_daily_sent": 1,
                     *       "daily_allowance": 1,
                     *       "daily_send_limit": 1,
                     *       "domain": "news.example.com",
                     *       "domain_type": "shared",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "is_writable": true,
                     *       "metrics_bounced": 1,
                     *       "metrics_complained": 1,
                     *       "metrics_sent": 1,
                     *       "metrics_since": "2026-11-21T12:00:00.000Z",
                     *       "metrics_soft_bounced": 1,
                     *       "newsletters": 1,
                     *       "next_check_at": "2026-11-21T12:00:00.000Z",
                     *       "notes": "Delegated to us",
                     *       "ses_dkim_verified": true,
                     *       "ses_verified": true,
                     *       "status_reason": null,
                     *       "tracking_host": "links.news.example.com",
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "verification_status": "active",
                     *       "verified_at": "2026-11-21T12:00:00.000Z",
                     *       "warm_up": true,
                     *       "warm_up_day": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "daily_send_limit": 50000,
                 *       "warm_up": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateDomain"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bounce_rate": 0.5,
                     *       "checked_at": "2026-11-21T12:00:00.000Z",
                     *       "complaint_rate": 0.04,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "current_daily_sent": 1,
                     *       "daily_allowance": 1,
                     *       "daily_send_limit": 1,
                     *       "domain": "news.example.com",
                     *       "domain_type": "shared",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "is_writable": true,
                     *       "metrics_bounced": 1,
                     *       "metrics_complained": 1,
                     *       "metrics_sent": 1,
                     *       "metrics_since": "2026-11-21T12:00:00.000Z",
                     *       "metrics_soft_bounced": 1,
                     *       "newsletters": 1,
                     *       "next_check_at": "2026-11-21T12:00:00.000Z",
                     *       "notes": "Delegated to us",
                     *       "ses_dkim_verified": true,
                     *       "ses_verified": true,
                     *       "status_reason": null,
                     *       "tracking_host": "links.news.example.com",
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "verification_status": "active",
                     *       "verified_at": "2026-11-21T12:00:00.000Z",
                     *       "warm_up": true,
                     *       "warm_up_day": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
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
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
    list_dns_records: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dns_records": [
                     *         {
                     *           "advice": null,
                     *           "advice_parts": [],
                     *           "checked_at": "2026-11-21T12:00:00.000Z",
                     *           "description": "Lets receivers check that an email is yours.",
                     *           "found": [
                     *             "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *           ],
                     *           "id": 1,
                     *           "name": "lp1._domainkey.news.example.com",
                     *           "purpose": "dkim",
                     *           "record_type": "TXT",
                     *           "required": true,
                     *           "status": "found",
                     *           "ttl": 1,
                     *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DnsRecords"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_domain_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "max_bounce_rate": 5,
                     *       "max_complaint_rate": 0.3,
                     *       "providers": [
                     *         {
                     *           "provider": "google.com",
                     *           "windows": [
                     *             {
                     *               "bounce_rate": 0.5,
                     *               "bounced": 12,
                     *               "complained": 1,
                     *               "complaint_rate": 0.04,
                     *               "hours": 1,
                     *               "sent": 2480,
                     *               "soft_bounced": 3
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "risk": null,
                     *       "windows": [
                     *         {
                     *           "bounce_rate": 0.5,
                     *           "bounced": 12,
                     *           "complained": 1,
                     *           "complaint_rate": 0.04,
                     *           "hours": 1,
                     *           "sent": 2480,
                     *           "soft_bounced": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DomainMetrics"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    reset_domain_metrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dns_records": [
                     *         {
                     *           "advice": null,
                     *           "advice_parts": [],
                     *           "checked_at": "2026-11-21T12:00:00.000Z",
                     *           "description": "Lets receivers check that an email is yours.",
                     *           "found": [
                     *             "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *           ],
                     *           "id": 1,
                     *           "name": "lp1._domainkey.news.example.com",
                     *           "purpose": "dkim",
                     *           "record_type": "TXT",
                     *           "required": true,
                     *           "status": "found",
                     *           "ttl": 1,
                     *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *         }
                     *       ],
                     *       "domain": {
                     *         "bounce_rate": 0.5,
                     *         "checked_at": "2026-11-21T12:00:00.000Z",
                     *         "complaint_rate": 0.04,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current_daily_sent": 1,
                     *         "daily_allowance": 1,
                     *         "daily_send_limit": 1,
                     *         "domain": "news.example.com",
                     *         "domain_type": "shared",
                     *         "id": 1,
                     *         "is_active": true,
                     *         "is_writable": true,
                     *         "metrics_bounced": 1,
                     *         "metrics_complained": 1,
                     *         "metrics_sent": 1,
                     *         "metrics_since": "2026-11-21T12:00:00.000Z",
                     *         "metrics_soft_bounced": 1,
                     *         "newsletters": 1,
                     *         "next_check_at": "2026-11-21T12:00:00.000Z",
                     *         "notes": "Delegated to us",
                     *         "ses_dkim_verified": true,
                     *         "ses_verified": true,
                     *         "status_reason": null,
                     *         "tracking_host": "links.news.example.com",
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "verification_status": "active",
                     *         "verified_at": "2026-11-21T12:00:00.000Z",
                     *         "warm_up": true,
                     *         "warm_up_day": 1
                     *       }
                     *     }
                     */
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
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
    rotate_domain_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dns_records": [
                     *         {
                     *           "advice": null,
                     *           "advice_parts": [],
                     *           "checked_at": "2026-11-21T12:00:00.000Z",
                     *           "description": "Lets receivers check that an email is yours.",
                     *           "found": [
                     *             "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *           ],
                     *           "id": 1,
                     *           "name": "lp1._domainkey.news.example.com",
                     *           "purpose": "dkim",
                     *           "record_type": "TXT",
                     *           "required": true,
                     *           "status": "found",
                     *           "ttl": 1,
                     *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *         }
                     *       ],
                     *       "domain": {
                     *         "bounce_rate": 0.5,
                     *         "checked_at": "2026-11-21T12:00:00.000Z",
                     *         "complaint_rate": 0.04,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current_daily_sent": 1,
                     *         "daily_allowance": 1,
                     *         "daily_send_limit": 1,
                     *         "domain": "news.example.com",
                     *         "domain_type": "shared",
                     *         "id": 1,
                     *         "is_active": true,
                     *         "is_writable": true,
                     *         "metrics_bounced": 1,
                     *         "metrics_complained": 1,
                     *         "metrics_sent": 1,
                     *         "metrics_since": "2026-11-21T12:00:00.000Z",
                     *         "metrics_soft_bounced": 1,
                     *         "newsletters": 1,
                     *         "next_check_at": "2026-11-21T12:00:00.000Z",
                     *         "notes": "Delegated to us",
                     *         "ses_dkim_verified": true,
                     *         "ses_verified": true,
                     *         "status_reason": null,
                     *         "tracking_host": "links.news.example.com",
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "verification_status": "active",
                     *         "verified_at": "2026-11-21T12:00:00.000Z",
                     *         "warm_up": true,
                     *         "warm_up_day": 1
                     *       }
                     *     }
                     */
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
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
    get_verification_status: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checked_at": "2026-11-21T12:00:00.000Z",
                     *       "history": [
                     *         {
                     *           "at": "2026-11-21T12:00:00.000Z",
                     *           "reason": null,
                     *           "status": "verified"
                     *         }
                     *       ],
                     *       "next_check_at": "2026-11-21T12:00:00.000Z",
                     *       "records": {
                     *         "found": 5,
                     *         "missing": 1,
                     *         "unchecked": 1,
                     *         "unknown": 1,
                     *         "wrong": 1
                     *       },
                     *       "ses_dkim_verified": true,
                     *       "ses_verified": true,
                     *       "status_reason": null,
                     *       "verification_status": "verified"
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationStatus"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dns_records": [
                     *         {
                     *           "advice": null,
                     *           "advice_parts": [],
                     *           "checked_at": "2026-11-21T12:00:00.000Z",
                     *           "description": "Lets receivers check that an email is yours.",
                     *           "found": [
                     *             "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *           ],
                     *           "id": 1,
                     *           "name": "lp1._domainkey.news.example.com",
                     *           "purpose": "dkim",
                     *           "record_type": "TXT",
                     *           "required": true,
                     *           "status": "found",
                     *           "ttl": 1,
                     *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *         }
                     *       ],
                     *       "domain": {
                     *         "bounce_rate": 0.5,
                     *         "checked_at": "2026-11-21T12:00:00.000Z",
                     *         "complaint_rate": 0.04,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current_daily_sent": 1,
                     *         "daily_allowance": 1,
                     *         "daily_send_limit": 1,
                     *         "domain": "news.example.com",
                     *         "domain_type": "shared",
                     *         "id": 1,
                     *         "is_active": true,
                     *         "is_writable": true,
                     *         "metrics_bounced": 1,
                     *         "metrics_complained": 1,
                     *         "metrics_sent": 1,
                     *         "metrics_since": "2026-11-21T12:00:00.000Z",
                     *         "metrics_soft_bounced": 1,
                     *         "newsletters": 1,
                     *         "next_check_at": "2026-11-21T12:00:00.000Z",
                     *         "notes": "Delegated to us",
                     *         "ses_dkim_verified": true,
                     *         "ses_verified": true,
                     *         "status_reason": null,
                     *         "tracking_host": "links.news.example.com",
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "verification_status": "active",
                     *         "verified_at": "2026-11-21T12:00:00.000Z",
                     *         "warm_up": true,
                     *         "warm_up_day": 1
                     *       }
                     *     }
                     */
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
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
    get_zone_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain. */
                domain_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "news.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterDomain"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dns_records": [
                     *         {
                     *           "advice": null,
                     *           "advice_parts": [],
                     *           "checked_at": "2026-11-21T12:00:00.000Z",
                     *           "description": "Lets receivers check that an email is yours.",
                     *           "found": [
                     *             "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *           ],
                     *           "id": 1,
                     *           "name": "lp1._domainkey.news.example.com",
                     *           "purpose": "dkim",
                     *           "record_type": "TXT",
                     *           "required": true,
                     *           "status": "found",
                     *           "ttl": 1,
                     *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"
                     *         }
                     *       ],
                     *       "domain": {
                     *         "bounce_rate": 0.5,
                     *         "checked_at": "2026-11-21T12:00:00.000Z",
                     *         "complaint_rate": 0.04,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current_daily_sent": 1,
                     *         "daily_allowance": 1,
                     *         "daily_send_limit": 1,
                     *         "domain": "news.example.com",
                     *         "domain_type": "shared",
                     *         "id": 1,
                     *         "is_active": true,
                     *         "is_writable": true,
                     *         "metrics_bounced": 1,
                     *         "metrics_complained": 1,
                     *         "metrics_sent": 1,
                     *         "metrics_since": "2026-11-21T12:00:00.000Z",
                     *         "metrics_soft_bounced": 1,
                     *         "newsletters": 1,
                     *         "next_check_at": "2026-11-21T12:00:00.000Z",
                     *         "notes": "Delegated to us",
                     *         "ses_dkim_verified": true,
                     *         "ses_verified": true,
                     *         "status_reason": null,
                     *         "tracking_host": "links.news.example.com",
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "verification_status": "active",
                     *         "verified_at": "2026-11-21T12:00:00.000Z",
                     *         "warm_up": true,
                     *         "warm_up_day": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DomainAndRecords"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all */
                    "X-Total-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "bytes_read": 181204,
                     *         "bytes_total": 181204,
                     *         "created": 2450,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "departed": 0,
                     *         "duplicates": 0,
                     *         "errors": [
                     *           {
                     *             "line": 7,
                     *             "field": "email",
                     *             "value": "rea@",
                     *             "message": "This is not an email address."
                     *           }
                     *         ],
                     *         "failed": 1,
                     *         "file_name": "readers.csv",
                     *         "finished_at": "2026-11-21T12:00:00.000Z",
                     *         "id": 1,
                     *         "mapping": {},
                     *         "mode": "update",
                     *         "newsletter_id": 1,
                     *         "newsletter_name": "The Slow Web",
                     *         "protected": 0,
                     *         "reason": null,
                     *         "rows_read": 2500,
                     *         "status": "done",
                     *         "status_map": {},
                     *         "unchanged": 9,
                     *         "updated": 40
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Import"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_import: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                import_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bytes_read": 181204,
                     *       "bytes_total": 181204,
                     *       "created": 2450,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "departed": 0,
                     *       "duplicates": 0,
                     *       "errors": [
                     *         {
                     *           "line": 7,
                     *           "field": "email",
                     *           "value": "rea@",
                     *           "message": "This is not an email address."
                     *         }
                     *       ],
                     *       "failed": 1,
                     *       "file_name": "readers.csv",
                     *       "finished_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "mapping": {},
                     *       "mode": "update",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "protected": 0,
                     *       "reason": null,
                     *       "rows_read": 2500,
                     *       "status": "done",
                     *       "status_map": {},
                     *       "unchanged": 9,
                     *       "updated": 40
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The import. */
                import_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bytes_read": 181204,
                     *       "bytes_total": 181204,
                     *       "created": 2450,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "departed": 0,
                     *       "duplicates": 0,
                     *       "errors": [
                     *         {
                     *           "line": 7,
                     *           "field": "email",
                     *           "value": "rea@",
                     *           "message": "This is not an email address."
                     *         }
                     *       ],
                     *       "failed": 1,
                     *       "file_name": "readers.csv",
                     *       "finished_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "mapping": {},
                     *       "mode": "update",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "protected": 0,
                     *       "reason": null,
                     *       "rows_read": 2500,
                     *       "status": "done",
                     *       "status_map": {},
                     *       "unchanged": 9,
                     *       "updated": 40
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
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
    export_import_errors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import. */
                import_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_installation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "can_confirm": true,
                     *       "restored_at": null,
                     *       "sending_held": false,
                     *       "social_links": [
                     *         "https://social.example/@letterpress"
                     *       ],
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "can_confirm": true,
                     *       "restored_at": null,
                     *       "sending_held": false,
                     *       "social_links": [
                     *         "https://social.example/@letterpress"
                     *       ],
                     *       "version": "0.1.0"
                     *     }
                     */
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
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": "Slow Press",
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "id": 1,
                     *       "name": "Ada",
                     *       "role": "author",
                     *       "time_zone": "Europe/Lisbon",
                     *       "api_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description No or a bad bearer */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada",
                 *       "time_zone": "Europe/Lisbon"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMe"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "company": "Slow Press",
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "id": 1,
                     *       "name": "Ada",
                     *       "role": "author",
                     *       "time_zone": "Europe/Lisbon",
                     *       "api_key": null
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /**
                 * @example {
                 *       "confirm": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteMe"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string | null;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "at": "2026-11-21T12:00:00.000Z",
                     *         "detail": null,
                     *         "device": "Firefox on Linux",
                     *         "id": 1,
                     *         "ip": "203.0.113.7",
                     *         "kind": "signed_up",
                     *         "title": "Signed in"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
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
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
    export_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description No or a bad bearer */
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
    get_holdings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "api_keys": 1,
                     *       "campaigns": 1,
                     *       "domains": 1,
                     *       "images": 1,
                     *       "imports": 1,
                     *       "newsletters": 1,
                     *       "saved_blocks": 1,
                     *       "subscribers": 1,
                     *       "templates": 1,
                     *       "webhooks": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Holdings"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge_id": "c2hhbGxlbmdl",
                 *       "name": "Laptop",
                 *       "credential": {
                 *         "rawId": "Y3JlZGVudGlhbA",
                 *         "response": {
                 *           "clientDataJSON": "e30",
                 *           "attestationObject": "YXR0",
                 *           "transports": [
                 *             "internal"
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "last_used_at": "2026-11-21T12:00:00.000Z",
                     *       "name": "Laptop"
                     *     }
                     */
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The passkey. */
                passkey_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Laptop"
                 *     }
                 */
                "application/json": components["schemas"]["PasskeyName"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "last_used_at": "2026-11-21T12:00:00.000Z",
                     *       "name": "Laptop"
                     *     }
                     */
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The passkey. */
                passkey_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    begin_passkey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge_id": "c2hhbGxlbmdl",
                     *       "options": {}
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery staple",
                 *       "new_password": "tree calm river stone"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
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
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "newsletter_id": 1,
                     *       "subscribers": 1,
                     *       "template_id": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "newsletter_id": 1,
                     *       "subscribers": 1,
                     *       "template_id": 1
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_kept": true,
                     *       "newsletter_kept": true,
                     *       "template_kept": true
                     *     }
                     */
                    "application/json": components["schemas"]["RemovedSampleData"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email_verified": true,
                     *       "has_password": true,
                     *       "passkeys": [
                     *         {
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "id": 1,
                     *           "last_used_at": "2026-11-21T12:00:00.000Z",
                     *           "name": "Laptop"
                     *         }
                     *       ],
                     *       "provider": "local",
                     *       "totp": {
                     *         "enabled_at": "2026-11-21T12:00:00.000Z",
                     *         "recovery_codes_left": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Security"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "current": true,
                     *         "device": "Firefox on Linux",
                     *         "id": 1,
                     *         "ip": "203.0.113.7",
                     *         "last_used_at": "2026-11-21T12:00:00.000Z",
                     *         "method": "password"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SessionEntry"][];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
                /** @description The session. */
                session_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "otpauth_url": "otpauth://totp/Letterpress:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Letterpress",
                     *       "qr_svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
                     *       "secret": "JBSWY3DPEHPK3PXP"
                     *     }
                     */
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["Code"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovery_codes": [
                     *         "k7m2-p5qx-t4wz-r3nb",
                     *         "h6cd-m3kv-x3vb-c6zt",
                     *         "n2ks-h2wd-q2rf-y5jp",
                     *         "w5gt-f7rs-j4py-g4nq",
                     *         "d4mz-b3xt-s7hk-v3mc",
                     *         "p2qa-l6ne-u5ro-e3ta",
                     *         "z7ib-c4ud-o6fg-a2hy",
                     *         "r4xe-k3pi-m7lu-s5wo",
                     *         "y3ta-n6ce-b2ri-j7mo",
                     *         "f5de-v4qu-g3la-x6be"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
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
            /** @description Too often: `Retry-After` says how long to wait */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["Password"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovery_codes": [
                     *         "k7m2-p5qx-t4wz-r3nb",
                     *         "h6cd-m3kv-x3vb-c6zt",
                     *         "n2ks-h2wd-q2rf-y5jp",
                     *         "w5gt-f7rs-j4py-g4nq",
                     *         "d4mz-b3xt-s7hk-v3mc",
                     *         "p2qa-l6ne-u5ro-e3ta",
                     *         "z7ib-c4ud-o6fg-a2hy",
                     *         "r4xe-k3pi-m7lu-s5wo",
                     *         "y3ta-n6ce-b2ri-j7mo",
                     *         "f5de-v4qu-g3la-x6be"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Too often: `Retry-After` says how long to wait */
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
    send_verification_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun; it goes on in the background */
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
            /** @description No or a bad bearer */
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
            /** @description Too often: `Retry-After` says how long to wait */
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
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example [
                     *       {
                     *         "animated": false,
                     *         "bytes": 48210,
                     *         "content_type": "image/jpeg",
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "height": 800,
                     *         "id": 1,
                     *         "name": "A heron at dawn",
                     *         "url": "https://news.example.com/media/2f6a.jpg",
                     *         "variants": [
                     *           {
                     *             "bytes": 48210,
                     *             "height": 400,
                     *             "url": "https://news.example.com/media/2f6a-600.jpg",
                     *             "width": 600
                     *           }
                     *         ],
                     *         "width": 1200
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Media"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
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
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "animated": false,
                     *       "bytes": 48210,
                     *       "content_type": "image/jpeg",
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "height": 800,
                     *       "id": 1,
                     *       "name": "A heron at dawn",
                     *       "url": "https://news.example.com/media/2f6a.jpg",
                     *       "variants": [
                     *         {
                     *           "bytes": 48210,
                     *           "height": 400,
                     *           "url": "https://news.example.com/media/2f6a-600.jpg",
                     *           "width": 600
                     *         }
                     *       ],
                     *       "width": 1200
                     *     }
                     */
                    "application/json": components["schemas"]["Media"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The media. */
                media_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "animated": false,
                     *       "bytes": 48210,
                     *       "content_type": "image/jpeg",
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "height": 800,
                     *       "id": 1,
                     *       "name": "A heron at dawn",
                     *       "url": "https://news.example.com/media/2f6a.jpg",
                     *       "variants": [
                     *         {
                     *           "bytes": 48210,
                     *           "height": 400,
                     *           "url": "https://news.example.com/media/2f6a-600.jpg",
                     *           "width": 600
                     *         }
                     *       ],
                     *       "width": 1200
                     *     }
                     */
                    "application/json": components["schemas"]["Media"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The media. */
                media_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A heron at dawn"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "animated": false,
                     *       "bytes": 48210,
                     *       "content_type": "image/jpeg",
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "height": 800,
                     *       "id": 1,
                     *       "name": "A heron at dawn",
                     *       "url": "https://news.example.com/media/2f6a.jpg",
                     *       "variants": [
                     *         {
                     *           "bytes": 48210,
                     *           "height": 400,
                     *           "url": "https://news.example.com/media/2f6a-600.jpg",
                     *           "width": 600
                     *         }
                     *       ],
                     *       "width": 1200
                     *     }
                     */
                    "application/json": components["schemas"]["Media"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The media. */
                media_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
    list_messages: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only those from this newsletter's sender. */
                newsletter_id?: number;
                /** @description Only messages that stand there. */
                state?: components["schemas"]["MessageState"];
                /** @description Only those to this whole address. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example [
                     *       {
                     *         "attempts": 1,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "id": 1,
                     *         "is_repeated": false,
                     *         "newsletter_id": 1,
                     *         "reason": "The mail server answered: 550 5.1.1 No such mailbox",
                     *         "returned": "bounced",
                     *         "returned_at": "2026-11-21T12:00:00.000Z",
                     *         "returned_detail": "550 5.1.1 No such mailbox",
                     *         "sent_at": "2026-11-21T12:00:00.000Z",
                     *         "state": "failed",
                     *         "subject": "May",
                     *         "template_id": 1,
                     *         "to": "rea@example.com"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Message"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    create_message: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newsletter_id": 1,
                 *       "to": "rea@example.com",
                 *       "subject": "Your ticket for {{ subscriber.attributes.event }}",
                 *       "html_content": "<p>Hello {{ subscriber.first_name }}, we look forward to seeing you.</p>",
                 *       "data": {
                 *         "first_name": "Rea",
                 *         "event": "Open House"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateMessage"];
            };
        };
        responses: {
            /** @description Begun; it goes on in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "is_repeated": false,
                     *       "newsletter_id": 1,
                     *       "reason": "The mail server answered: 550 5.1.1 No such mailbox",
                     *       "returned": "bounced",
                     *       "returned_at": "2026-11-21T12:00:00.000Z",
                     *       "returned_detail": "550 5.1.1 No such mailbox",
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "state": "failed",
                     *       "subject": "May",
                     *       "template_id": 1,
                     *       "to": "rea@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The newsletter is inactive or has no usable sender, or the template has no HTML yet */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    get_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message. */
                message_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "is_repeated": false,
                     *       "newsletter_id": 1,
                     *       "reason": "The mail server answered: 550 5.1.1 No such mailbox",
                     *       "returned": "bounced",
                     *       "returned_at": "2026-11-21T12:00:00.000Z",
                     *       "returned_detail": "550 5.1.1 No such mailbox",
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "state": "failed",
                     *       "subject": "May",
                     *       "template_id": 1,
                     *       "to": "rea@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    resolve_message: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The message. */
                message_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "as": "resend"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveMessage"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "is_repeated": false,
                     *       "newsletter_id": 1,
                     *       "reason": "The mail server answered: 550 5.1.1 No such mailbox",
                     *       "returned": "bounced",
                     *       "returned_at": "2026-11-21T12:00:00.000Z",
                     *       "returned_detail": "550 5.1.1 No such mailbox",
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "state": "failed",
                     *       "subject": "May",
                     *       "template_id": 1,
                     *       "to": "rea@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is not in doubt */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "description": "A letter every other Sunday",
                     *         "domain": "news.example.com",
                     *         "domain_id": 1,
                     *         "domain_status": "pending_dns",
                     *         "domain_type": "shared",
                     *         "double_opt_in": true,
                     *         "from_name": "Ada",
                     *         "from_prefix": "ada",
                     *         "id": 1,
                     *         "in_doubt_policy": "resend",
                     *         "is_active": true,
                     *         "is_sample": false,
                     *         "language": "en",
                     *         "name": "The Slow Web",
                     *         "public_id": "k3v9q2x7t1mz",
                     *         "reply_to": "ada@example.com",
                     *         "sending_address": "ada@news.example.com",
                     *         "subscribers": {
                     *           "active": 2400,
                     *           "bounced": 12,
                     *           "complained": 1,
                     *           "pending": 80,
                     *           "total": 2600,
                     *           "unsubscribed": 9
                     *         },
                     *         "tracking": "full",
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Newsletter"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "The Slow Web",
                 *       "from_name": "Ada",
                 *       "from_prefix": "ada",
                 *       "domain_id": 1
                 *     }
                 */
                "application/json": components["schemas"]["CreateNewsletter"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "A letter every other Sunday",
                     *       "domain": "news.example.com",
                     *       "domain_id": 1,
                     *       "domain_status": "pending_dns",
                     *       "domain_type": "shared",
                     *       "double_opt_in": true,
                     *       "from_name": "Ada",
                     *       "from_prefix": "ada",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "is_active": true,
                     *       "is_sample": false,
                     *       "language": "en",
                     *       "name": "The Slow Web",
                     *       "public_id": "k3v9q2x7t1mz",
                     *       "reply_to": "ada@example.com",
                     *       "sending_address": "ada@news.example.com",
                     *       "subscribers": {
                     *         "active": 2400,
                     *         "bounced": 12,
                     *         "complained": 1,
                     *         "pending": 80,
                     *         "total": 2600,
                     *         "unsubscribed": 9
                     *       },
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "A letter every other Sunday",
                     *       "domain": "news.example.com",
                     *       "domain_id": 1,
                     *       "domain_status": "pending_dns",
                     *       "domain_type": "shared",
                     *       "double_opt_in": true,
                     *       "from_name": "Ada",
                     *       "from_prefix": "ada",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "is_active": true,
                     *       "is_sample": false,
                     *       "language": "en",
                     *       "name": "The Slow Web",
                     *       "public_id": "k3v9q2x7t1mz",
                     *       "reply_to": "ada@example.com",
                     *       "sending_address": "ada@news.example.com",
                     *       "subscribers": {
                     *         "active": 2400,
                     *         "bounced": 12,
                     *         "complained": 1,
                     *         "pending": 80,
                     *         "total": 2600,
                     *         "unsubscribed": 9
                     *       },
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "A letter every other Sunday",
                 *       "reply_to": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateNewsletter"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "A letter every other Sunday",
                     *       "domain": "news.example.com",
                     *       "domain_id": 1,
                     *       "domain_status": "pending_dns",
                     *       "domain_type": "shared",
                     *       "double_opt_in": true,
                     *       "from_name": "Ada",
                     *       "from_prefix": "ada",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "is_active": true,
                     *       "is_sample": false,
                     *       "language": "en",
                     *       "name": "The Slow Web",
                     *       "public_id": "k3v9q2x7t1mz",
                     *       "reply_to": "ada@example.com",
                     *       "sending_address": "ada@news.example.com",
                     *       "subscribers": {
                     *         "active": 2400,
                     *         "bounced": 12,
                     *         "complained": 1,
                     *         "pending": 80,
                     *         "total": 2600,
                     *         "unsubscribed": 9
                     *       },
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
    get_newsletter_analytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bounce_rate": 0.5,
                     *       "click_rate": 12.5,
                     *       "newsletter_id": 1,
                     *       "open_rate": 50,
                     *       "total_bounces": 12,
                     *       "total_campaigns": 1,
                     *       "total_clicks": 310,
                     *       "total_opens": 1240,
                     *       "total_sends": 2480,
                     *       "tracked_clicks": 310,
                     *       "tracked_opens": 1240,
                     *       "tracked_sends": 2480
                     *     }
                     */
                    "application/json": components["schemas"]["NewsletterAnalytics"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "ab_test": null,
                     *         "attachments": [],
                     *         "blocks": [],
                     *         "clicks": 310,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "engagement_forgotten_at": null,
                     *         "has_ab_test": false,
                     *         "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *         "id": 1,
                     *         "in_doubt_policy": "resend",
                     *         "ledger": {
                     *           "intended": 2500,
                     *           "queued": 0,
                     *           "sending": 0,
                     *           "deferred": 0,
                     *           "sent": 2480,
                     *           "failed": 12,
                     *           "suppressed": 6,
                     *           "skipped": 1,
                     *           "in_doubt": 1,
                     *           "cancelled": 0
                     *         },
                     *         "newsletter_id": 1,
                     *         "newsletter_language": "en",
                     *         "newsletter_name": "The Slow Web",
                     *         "opens": 1240,
                     *         "origin": null,
                     *         "pause_reason": null,
                     *         "preheader": "What grew this month",
                     *         "recipients": 2500,
                     *         "repeat": null,
                     *         "revision": 1,
                     *         "schedule": null,
                     *         "scheduled_at": null,
                     *         "segment": null,
                     *         "sent_at": "2026-11-21T12:00:00.000Z",
                     *         "started_at": "2026-11-21T12:00:00.000Z",
                     *         "status": "sent",
                     *         "subject": "May",
                     *         "text_content": "Hello there",
                     *         "text_preview": "Hello there",
                     *         "theme": null,
                     *         "tracking": "full",
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Campaign"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "May",
                 *       "preheader": "What grew this month",
                 *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>"
                 *     }
                 */
                "application/json": components["schemas"]["NewCampaign"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "May, at last",
                 *       "revision": 3
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
    decide_ab_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_campaign_analytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bounce_rate": 0.5,
                     *       "campaign_id": 1,
                     *       "click_rate": 12.5,
                     *       "open_rate": 50,
                     *       "total_bounces": 12,
                     *       "total_clicks": 310,
                     *       "total_opens": 1240,
                     *       "total_sends": 2480,
                     *       "tracked_clicks": 310,
                     *       "tracked_opens": 1240,
                     *       "tracked_sends": 2480
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignAnalytics"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
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
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "content_type": "application/pdf",
                     *       "file_name": "programme.pdf",
                     *       "id": 1,
                     *       "size_bytes": 48210
                     *     }
                     */
                    "application/json": components["schemas"]["Attachment"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The attachment. */
                attachment_id: number;
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    cancel_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
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
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "draining": 1
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    check_campaign: {
        parameters: {
            query?: {
                /** @description Ask every link whether it answers; takes up to 12 seconds. */
                links?: boolean;
            };
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "details": [],
                     *           "fix": {
                     *             "href": "/campaigns",
                     *             "label": "Add a text",
                     *             "target": "content"
                     *           },
                     *           "id": "content",
                     *           "level": "error",
                     *           "title": "Every image has a text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checks"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    list_deliveries: {
        parameters: {
            query?: {
                /** @description Where the page before ended; from its `Link` header. */
                cursor?: string;
                /** @description Only emails to which this happened: bounced, soft_bounced, complained or delivered. Without `q`. */
                event?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Part of the subscriber's address or name. */
                q?: string;
                /**
                 * @description A group of the ledger: queued, sending, sent, deferred, failed, suppressed, skipped, cancelled, in_doubt; or
                 *     opened, clicked, not_opened (without `q`).
                 */
                state?: string;
            };
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attempts": 1,
                     *         "captured_mail_id": null,
                     *         "clicked_at": "2026-11-21T12:00:00.000Z",
                     *         "code": 250,
                     *         "doubts": 0,
                     *         "email": "rea@example.com",
                     *         "enhanced_code": null,
                     *         "events": [],
                     *         "first_name": "Rea",
                     *         "last_name": "Tomas",
                     *         "message_id": "0191f7c2.17@news.example.com",
                     *         "next_attempt_at": null,
                     *         "opened_at": "2026-11-21T12:00:00.000Z",
                     *         "reason": null,
                     *         "state": "sent",
                     *         "subscriber_id": 1,
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description It is not known any more who opened it */
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
    export_deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    resolve_delivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description The subscriber. */
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "as": "sent"
                 *     }
                 */
                "application/json": components["schemas"]["Resolve"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "captured_mail_id": null,
                     *       "clicked_at": "2026-11-21T12:00:00.000Z",
                     *       "code": 250,
                     *       "doubts": 0,
                     *       "email": "rea@example.com",
                     *       "enhanced_code": null,
                     *       "events": [],
                     *       "first_name": "Rea",
                     *       "last_name": "Tomas",
                     *       "message_id": "0191f7c2.17@news.example.com",
                     *       "next_attempt_at": null,
                     *       "opened_at": "2026-11-21T12:00:00.000Z",
                     *       "reason": null,
                     *       "state": "sent",
                     *       "subscriber_id": 1,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    dry_run_campaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "days": 1,
                     *       "intended": 2500,
                     *       "left_out": [],
                     *       "limits": [],
                     *       "not_audience": [],
                     *       "rate_per_second": 120.5,
                     *       "rate_source": "Based on the newsletter's last campaign.",
                     *       "recipients": 2500,
                     *       "sample": [
                     *         "rea@example.com"
                     *       ],
                     *       "seconds": 20.7,
                     *       "starts_at": "2026-11-21T12:00:00.000Z",
                     *       "usual_audience": 2400
                     *     }
                     */
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_link_map: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "html": "<p>Hello Rea</p>",
                     *       "links": [
                     *         {
                     *           "all_clicks": 371,
                     *           "clicks": 290,
                     *           "label": "Read on",
                     *           "no": 1,
                     *           "robot_clicks": 41,
                     *           "url": "https://example.com/article"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["LinkMap"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    pause_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "draining": 1
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    preview_campaign: {
        parameters: {
            query?: {
                /** @description Which subscriber; without it the first active one, or a sample. */
                subscriber_id?: number;
                /** @description Which variant of an A/B test, from 0; without it the campaign as it is. */
                variant?: number;
            };
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "Ada <ada@news.example.com>",
                     *       "headers": [
                     *         {
                     *           "name": "List-Unsubscribe",
                     *           "value": "<https://news.example.com/u/dG9rZW4>"
                     *         }
                     *       ],
                     *       "html": "<p>Hello Rea</p>",
                     *       "preheader": "What grew this month",
                     *       "reply_to": "ada@example.com",
                     *       "size_bytes": 48210,
                     *       "subject": "May",
                     *       "text": "Hello Rea",
                     *       "to": "rea@example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["PreviewView"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    get_campaign_progress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_campaign_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "all_clicks": 402,
                     *       "all_opens": 1610,
                     *       "bounce_rate": 0.5,
                     *       "click_rate": 12.5,
                     *       "clicks": 310,
                     *       "engagement_forgotten_at": null,
                     *       "hours": [
                     *         {
                     *           "hour": 0,
                     *           "opens": 622,
                     *           "clicks": 150
                     *         },
                     *         {
                     *           "hour": 1,
                     *           "opens": 157,
                     *           "clicks": 37
                     *         },
                     *         {
                     *           "hour": 2,
                     *           "opens": 70,
                     *           "clicks": 16
                     *         },
                     *         {
                     *           "hour": 3,
                     *           "opens": 40,
                     *           "clicks": 9
                     *         },
                     *         {
                     *           "hour": 4,
                     *           "opens": 26,
                     *           "clicks": 6
                     *         },
                     *         {
                     *           "hour": 5,
                     *           "opens": 19,
                     *           "clicks": 4
                     *         },
                     *         {
                     *           "hour": 6,
                     *           "opens": 14,
                     *           "clicks": 3
                     *         },
                     *         {
                     *           "hour": 7,
                     *           "opens": 11,
                     *           "clicks": 2
                     *         },
                     *         {
                     *           "hour": 8,
                     *           "opens": 9,
                     *           "clicks": 1
                     *         },
                     *         {
                     *           "hour": 9,
                     *           "opens": 8,
                     *           "clicks": 1
                     *         },
                     *         {
                     *           "hour": 10,
                     *           "opens": 7,
                     *           "clicks": 1
                     *         },
                     *         {
                     *           "hour": 11,
                     *           "opens": 6,
                     *           "clicks": 1
                     *         },
                     *         {
                     *           "hour": 12,
                     *           "opens": 5,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 13,
                     *           "opens": 5,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 14,
                     *           "opens": 4,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 15,
                     *           "opens": 4,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 16,
                     *           "opens": 4,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 17,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 18,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 19,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 20,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 21,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 22,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         },
                     *         {
                     *           "hour": 23,
                     *           "opens": 3,
                     *           "clicks": 0
                     *         }
                     *       ],
                     *       "links": [
                     *         {
                     *           "all_clicks": 371,
                     *           "clicks": 290,
                     *           "label": "Read on",
                     *           "no": 1,
                     *           "robot_clicks": 41,
                     *           "url": "https://example.com/article"
                     *         }
                     *       ],
                     *       "open_rate": 50,
                     *       "opens": 1240,
                     *       "privacy_opens": 402,
                     *       "robot_clicks": 41,
                     *       "robot_opens": 85,
                     *       "tracking": "full",
                     *       "unsubscribed": 9,
                     *       "usual": {
                     *         "bounce_rate": 0.5,
                     *         "campaigns": 1,
                     *         "click_rate": 12.5,
                     *         "open_rate": 50,
                     *         "unsubscribe_rate": 0.4
                     *       },
                     *       "bounced": 12,
                     *       "campaign_id": 1,
                     *       "complained": 1,
                     *       "duration_seconds": 20.7,
                     *       "finished_at": "2026-11-21T12:00:00.000Z",
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "rate_per_second": 120.5,
                     *       "reasons": [
                     *         {
                     *           "state": "failed",
                     *           "reason": "550 5.1.1 no such user",
                     *           "count": 12
                     *         },
                     *         {
                     *           "state": "skipped",
                     *           "reason": "Unsubscribed before sending.",
                     *           "count": 1
                     *         }
                     *       ],
                     *       "soft_bounced": 3,
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "trouble": null,
                     *       "uncertain": [],
                     *       "waiting": null
                     *     }
                     */
                    "application/json": components["schemas"]["Report"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    resend_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "not_opened"
                 *     }
                 */
                "application/json": components["schemas"]["Resend"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    resume_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    schedule_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scheduled_at": "2030-06-03T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleCampaign"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    send_campaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
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
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Its state, its newsletter or the lack of subscribers or of a sending domain forbids it */
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
    send_campaign_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": [
                 *         "ada@example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SendTest"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "failed": [],
                     *       "sent": [
                     *         "ada@example.com"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "api_key_id": 1,
                     *         "began_at": "2026-11-21T12:00:00.000Z",
                     *         "revision": 1,
                     *         "saved_at": "2026-11-21T12:00:00.000Z",
                     *         "subject": "May"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CampaignSave"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description Which revision. */
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "api_key_id": 1,
                     *       "began_at": "2026-11-21T12:00:00.000Z",
                     *       "blocks": [],
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "saved_at": "2026-11-21T12:00:00.000Z",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "theme": null
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignVersion"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The campaign. */
                campaign_id: number;
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description Which revision. */
                revision: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "revision": 5
                 *     }
                 */
                "application/json": components["schemas"]["RestoreCampaignVersion"] | null;
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": null,
                     *       "attachments": [],
                     *       "blocks": [],
                     *       "clicks": 310,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "engagement_forgotten_at": null,
                     *       "has_ab_test": false,
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "in_doubt_policy": "resend",
                     *       "ledger": {
                     *         "intended": 2500,
                     *         "queued": 0,
                     *         "sending": 0,
                     *         "deferred": 0,
                     *         "sent": 2480,
                     *         "failed": 12,
                     *         "suppressed": 6,
                     *         "skipped": 1,
                     *         "in_doubt": 1,
                     *         "cancelled": 0
                     *       },
                     *       "newsletter_id": 1,
                     *       "newsletter_language": "en",
                     *       "newsletter_name": "The Slow Web",
                     *       "opens": 1240,
                     *       "origin": null,
                     *       "pause_reason": null,
                     *       "preheader": "What grew this month",
                     *       "recipients": 2500,
                     *       "repeat": null,
                     *       "revision": 1,
                     *       "schedule": null,
                     *       "scheduled_at": null,
                     *       "segment": null,
                     *       "sent_at": "2026-11-21T12:00:00.000Z",
                     *       "started_at": "2026-11-21T12:00:00.000Z",
                     *       "status": "sent",
                     *       "subject": "May",
                     *       "text_content": "Hello there",
                     *       "text_preview": "Hello there",
                     *       "theme": null,
                     *       "tracking": "full",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The whole address, in any case, instead of `q`: one subscriber of each newsletter at most. */
                email?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Part of the address or of a name, in any case; one or two characters: the start of the address. */
                q?: string;
                /** @description Only subscribers who stand there. */
                status?: components["schemas"]["SubscriberStatus"];
                /** @description Only subscribers with this tag, as it is written. */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all; with `q` or `tag` counting stops at 1000 */
                    "X-Total-Count"?: number;
                    /** @description `true` when there are more than counted */
                    "X-Total-Count-Capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attributes": {
                     *           "plan": "yearly"
                     *         },
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "rea@example.com",
                     *         "first_name": "Rea",
                     *         "id": 1,
                     *         "last_name": "Tomas",
                     *         "newsletter_id": 1,
                     *         "newsletter_name": "The Slow Web",
                     *         "status": "active",
                     *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *         "tags": [
                     *           "shop"
                     *         ],
                     *         "unsubscribed_at": null,
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscriber"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "rea@example.com",
                 *       "first_name": "Rea",
                 *       "tags": [
                 *         "shop"
                 *       ],
                 *       "attributes": {
                 *         "plan": "yearly"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubscriber"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": {
                     *         "plan": "yearly"
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "rea@example.com",
                     *       "first_name": "Rea",
                     *       "id": 1,
                     *       "last_name": "Tomas",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "status": "active",
                     *       "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *       "tags": [
                     *         "shop"
                     *       ],
                     *       "unsubscribed_at": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    get_subscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description The subscriber. */
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": {
                     *         "plan": "yearly"
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "rea@example.com",
                     *       "first_name": "Rea",
                     *       "id": 1,
                     *       "last_name": "Tomas",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "status": "active",
                     *       "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *       "tags": [
                     *         "shop"
                     *       ],
                     *       "unsubscribed_at": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description The subscriber. */
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Rea",
                 *       "tags": [
                 *         "shop",
                 *         "readers"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSubscriber"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": {
                     *         "plan": "yearly"
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "rea@example.com",
                     *       "first_name": "Rea",
                     *       "id": 1,
                     *       "last_name": "Tomas",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "status": "active",
                     *       "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *       "tags": [
                     *         "shop"
                     *       ],
                     *       "unsubscribed_at": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
                /** @description The subscriber. */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
    put_subscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscribers": [
                 *         {
                 *           "email": "rea@example.com",
                 *           "first_name": "Rea"
                 *         },
                 *         {
                 *           "email": "bo@example.com",
                 *           "tags": [
                 *             "shop"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PutSubscribers"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "email": "rea@example.com",
                     *           "errors": [],
                     *           "result": "created",
                     *           "subscriber_id": 17
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    change_subscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "tag",
                 *       "tag": "shop",
                 *       "ids": [
                 *         17,
                 *         18
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkSubscribers"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "matched": 1
                     *     }
                     */
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    put_subscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address, in any case. */
                email: string;
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Rea",
                 *       "tags": [
                 *         "shop"
                 *       ],
                 *       "attributes": {
                 *         "plan": "yearly"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PutSubscriber"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": {
                     *         "plan": "yearly"
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "rea@example.com",
                     *       "first_name": "Rea",
                     *       "id": 1,
                     *       "last_name": "Tomas",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "status": "active",
                     *       "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *       "tags": [
                     *         "shop"
                     *       ],
                     *       "unsubscribed_at": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": {
                     *         "plan": "yearly"
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "email": "rea@example.com",
                     *       "first_name": "Rea",
                     *       "id": 1,
                     *       "last_name": "Tomas",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "status": "active",
                     *       "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *       "tags": [
                     *         "shop"
                     *       ],
                     *       "unsubscribed_at": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Subscriber"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The newsletter. */
                newsletter_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateImport"];
            };
        };
        responses: {
            /** @description Begun; it goes on in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bytes_read": 181204,
                     *       "bytes_total": 181204,
                     *       "created": 2450,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "departed": 0,
                     *       "duplicates": 0,
                     *       "errors": [
                     *         {
                     *           "line": 7,
                     *           "field": "email",
                     *           "value": "rea@",
                     *           "message": "This is not an email address."
                     *         }
                     *       ],
                     *       "failed": 1,
                     *       "file_name": "readers.csv",
                     *       "finished_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "mapping": {},
                     *       "mode": "update",
                     *       "newsletter_id": 1,
                     *       "newsletter_name": "The Slow Web",
                     *       "protected": 0,
                     *       "reason": null,
                     *       "rows_read": 2500,
                     *       "status": "done",
                     *       "status_map": {},
                     *       "unchanged": 9,
                     *       "updated": 40
                     *     }
                     */
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description The present state does not allow it: `code` says why */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "detail": "The domain news.example.com is verified.",
                     *         "href": "/campaigns",
                     *         "id": 1,
                     *         "kind": "domain_verified",
                     *         "title": "May"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The notice. */
                notice_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_overview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "last_30_days": {
                     *         "campaigns_sent": 2,
                     *         "click_rate": 12.5,
                     *         "clicks": 310,
                     *         "emails_sent": 4960,
                     *         "new_subscribers": 120,
                     *         "open_rate": 50,
                     *         "opens": 1240,
                     *         "unsubscribed": 9
                     *       },
                     *       "previous_30_days": {
                     *         "campaigns_sent": 2,
                     *         "click_rate": 12.5,
                     *         "clicks": 310,
                     *         "emails_sent": 4960,
                     *         "new_subscribers": 120,
                     *         "open_rate": 50,
                     *         "opens": 1240,
                     *         "unsubscribed": 9
                     *       },
                     *       "recent_activity": [
                     *         {
                     *           "at": "2026-11-21T12:00:00.000Z",
                     *           "detail": "The Slow Web",
                     *           "href": "/campaigns",
                     *           "kind": "newsletter_created",
                     *           "title": "May"
                     *         }
                     *       ],
                     *       "series": [
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         },
                     *         {
                     *           "clicks": 310,
                     *           "date": "2026-11-21",
                     *           "emails_sent": 4960,
                     *           "new_subscribers": 120,
                     *           "opens": 1240,
                     *           "unsubscribed": 9
                     *         }
                     *       ],
                     *       "setup": {
                     *         "campaign": true,
                     *         "newsletter": true,
                     *         "sample_data": true,
                     *         "sender_domain": true,
                     *         "sent": true,
                     *         "shown": true,
                     *         "subscribers": true
                     *       },
                     *       "totals": {
                     *         "campaigns": 1,
                     *         "emails_sent": 4960,
                     *         "newsletters": 1,
                     *         "subscribers": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description No or a bad bearer */
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
    update_checklist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shown": false
                 *     }
                 */
                "application/json": components["schemas"]["Checklist"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "block": {
                     *           "id": "b1",
                     *           "type": "heading",
                     *           "content": "May",
                     *           "level": 2
                     *         },
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "id": 1,
                     *         "name": "Signature",
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SavedBlock"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Signature",
                 *       "block": {
                 *         "type": "heading",
                 *         "content": "Ada",
                 *         "level": 3
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewSavedBlock"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block": {
                     *         "id": "b1",
                     *         "type": "heading",
                     *         "content": "May",
                     *         "level": 2
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "name": "Signature",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedBlock"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The saved block. */
                saved_block_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Signature"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSavedBlock"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block": {
                     *         "id": "b1",
                     *         "type": "heading",
                     *         "content": "May",
                     *         "level": 2
                     *       },
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "id": 1,
                     *       "name": "Signature",
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedBlock"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The saved block. */
                saved_block_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The IANA name, such as `Europe/Lisbon`. */
                time_zone: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_past": true,
                     *       "kind": "exact",
                     *       "note": null,
                     *       "scheduled_at": "2026-11-21T12:00:00.000Z",
                     *       "utc_offset": "+00:00"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
    list_time_zones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "Europe/Lisbon"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            /** @description No or a bad bearer */
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
    search_everything: {
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaigns": [
                     *         {
                     *           "href": "/campaigns",
                     *           "id": 1,
                     *           "subtitle": "The Slow Web",
                     *           "title": "May"
                     *         }
                     *       ],
                     *       "domains": [
                     *         {
                     *           "href": "/campaigns",
                     *           "id": 1,
                     *           "subtitle": "The Slow Web",
                     *           "title": "May"
                     *         }
                     *       ],
                     *       "newsletters": [
                     *         {
                     *           "href": "/campaigns",
                     *           "id": 1,
                     *           "subtitle": "The Slow Web",
                     *           "title": "May"
                     *         }
                     *       ],
                     *       "subscribers": [
                     *         {
                     *           "href": "/campaigns",
                     *           "id": 1,
                     *           "subtitle": "The Slow Web",
                     *           "title": "May"
                     *         }
                     *       ],
                     *       "templates": [
                     *         {
                     *           "href": "/campaigns",
                     *           "id": 1,
                     *           "subtitle": "The Slow Web",
                     *           "title": "May"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "company": "Slow Press",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "email": {
                     *         "configured": true,
                     *         "default_from_email": "ada@news.example.com",
                     *         "default_from_name": "Ada",
                     *         "reply_to": "ada@example.com",
                     *         "transport": "smtp",
                     *         "verified_domains": [
                     *           "news.example.com"
                     *         ]
                     *       },
                     *       "notifications": {
                     *         "campaign_reports": true,
                     *         "security_alerts": true,
                     *         "weekly_summary": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description No or a bad bearer */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notifications": {
                 *         "weekly_summary": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "company": "Slow Press",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "time_zone": "Europe/Lisbon"
                     *       },
                     *       "email": {
                     *         "configured": true,
                     *         "default_from_email": "ada@news.example.com",
                     *         "default_from_name": "Ada",
                     *         "reply_to": "ada@example.com",
                     *         "transport": "smtp",
                     *         "verified_domains": [
                     *           "news.example.com"
                     *         ]
                     *       },
                     *       "notifications": {
                     *         "campaign_reports": true,
                     *         "security_alerts": true,
                     *         "weekly_summary": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The whole address, in any case, instead of `q`: one subscriber of each newsletter at most. */
                email?: string;
                /** @description How many rows, 1 to 1000. */
                limit?: number;
                /** @description Only this newsletter. */
                newsletter_id?: number;
                /** @description Part of the address or of a name, in any case; one or two characters: the start of the address. */
                q?: string;
                /** @description Only subscribers who stand there. */
                status?: components["schemas"]["SubscriberStatus"];
                /** @description Only subscribers with this tag, as it is written. */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    Link?: string | null;
                    /** @description How many there are in all; with `q` or `tag` counting stops at 1000 */
                    "X-Total-Count"?: number;
                    /** @description `true` when there are more than counted */
                    "X-Total-Count-Capped"?: boolean | null;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "attributes": {
                     *           "plan": "yearly"
                     *         },
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "email": "rea@example.com",
                     *         "first_name": "Rea",
                     *         "id": 1,
                     *         "last_name": "Tomas",
                     *         "newsletter_id": 1,
                     *         "newsletter_name": "The Slow Web",
                     *         "status": "active",
                     *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                     *         "tags": [
                     *           "shop"
                     *         ],
                     *         "unsubscribed_at": null,
                     *         "updated_at": "2026-11-21T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Subscriber"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    get_subscriber_stats: {
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": 2400,
                     *       "bounced": 12,
                     *       "complained": 1,
                     *       "pending": 80,
                     *       "this_week": 1,
                     *       "total": 2600,
                     *       "unsubscribed": 9
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are, counted up to 1,000 */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "detail": "Asked by telephone",
                     *         "email": "rea@example.com",
                     *         "id": 1,
                     *         "reason": "manual",
                     *         "source": "manual"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Suppression"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "never@example.com",
                 *       "detail": "Asked by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSuppression"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "detail": "Asked by telephone",
                     *       "email": "rea@example.com",
                     *       "id": 1,
                     *       "reason": "manual",
                     *       "source": "manual"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The suppression. */
                suppression_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Not there, or another author's */
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
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example {
                     *       "templates": [
                     *         {
                     *           "block_count": 0,
                     *           "blocks": [],
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *           "id": 1,
                     *           "is_active": true,
                     *           "name": "Letter",
                     *           "preheader": "What grew this month",
                     *           "revision": 1,
                     *           "subject": "May",
                     *           "theme": null,
                     *           "updated_at": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Letter",
                 *       "subject": "News",
                 *       "html_content": "<p>Hello</p>"
                 *     }
                 */
                "application/json": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Letter",
                 *       "revision": 3
                 *     }
                 */
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": [
                 *         "ada@example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SendTemplateTest"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "failed": [],
                     *       "sent": [
                     *         "ada@example.com"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SentTest"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description rel="next", while there is more */
                    link?: string | null;
                    /** @description Rows of the whole list */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "block_count": 0,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "name": "The Slow Web",
                     *         "revision": 1,
                     *         "subject": "May"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TemplateSave"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description Which revision. */
                revision: number;
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateVersion"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Which revision. */
                revision: number;
                /** @description The template. */
                template_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "revision": 5
                 *     }
                 */
                "application/json": components["schemas"]["RestoreTemplateVersion"] | null;
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "block_count": 0,
                     *       "blocks": [],
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "html_content": "<p>Hello {{ subscriber.first_name | default(\"there\") }}</p>",
                     *       "id": 1,
                     *       "is_active": true,
                     *       "name": "Letter",
                     *       "preheader": "What grew this month",
                     *       "revision": 1,
                     *       "subject": "May",
                     *       "theme": null,
                     *       "updated_at": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description The next page, while there is one */
                    link?: string;
                    /** @description How many there are */
                    "x-total-count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "description": "The shop",
                     *         "disabled_at": null,
                     *         "disabled_reason": null,
                     *         "events": [
                     *           "email.opened"
                     *         ],
                     *         "failing_since": null,
                     *         "id": 1,
                     *         "is_active": true,
                     *         "last_delivery": {
                     *           "attempts": 1,
                     *           "created_at": "2026-11-21T12:00:00.000Z",
                     *           "delivered_at": "2026-11-21T12:00:00.000Z",
                     *           "duration_ms": 83,
                     *           "error": null,
                     *           "event_id": "evt_mzxw6ytboi4dcmzz",
                     *           "id": 1,
                     *           "next_attempt_at": null,
                     *           "payload": {
                     *             "type": "email.opened",
                     *             "timestamp": "2026-11-21T12:00:00.000Z",
                     *             "sequence": 42,
                     *             "data": {
                     *               "newsletter_id": 1,
                     *               "campaign_id": 7,
                     *               "subscriber": {
                     *                 "id": 17,
                     *                 "email": "rea@example.com"
                     *               },
                     *               "at": "2026-11-21T12:00:00.000Z"
                     *             }
                     *           },
                     *           "response": "ok",
                     *           "sequence": 42,
                     *           "state": "delivered",
                     *           "status": 200,
                     *           "type": "email.opened",
                     *           "webhook_id": 1
                     *         },
                     *         "updated_at": "2026-11-21T12:00:00.000Z",
                     *         "url": "https://hooks.example.com/letterpress"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/letterpress",
                 *       "events": [
                 *         "email.opened",
                 *         "subscriber.unsubscribed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "The shop",
                     *       "disabled_at": null,
                     *       "disabled_reason": null,
                     *       "events": [
                     *         "email.opened"
                     *       ],
                     *       "failing_since": null,
                     *       "id": 1,
                     *       "is_active": true,
                     *       "last_delivery": {
                     *         "attempts": 1,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "delivered_at": "2026-11-21T12:00:00.000Z",
                     *         "duration_ms": 83,
                     *         "error": null,
                     *         "event_id": "evt_mzxw6ytboi4dcmzz",
                     *         "id": 1,
                     *         "next_attempt_at": null,
                     *         "payload": {
                     *           "type": "email.opened",
                     *           "timestamp": "2026-11-21T12:00:00.000Z",
                     *           "sequence": 42,
                     *           "data": {
                     *             "newsletter_id": 1,
                     *             "campaign_id": 7,
                     *             "subscriber": {
                     *               "id": 17,
                     *               "email": "rea@example.com"
                     *             },
                     *             "at": "2026-11-21T12:00:00.000Z"
                     *           }
                     *         },
                     *         "response": "ok",
                     *         "sequence": 42,
                     *         "state": "delivered",
                     *         "status": 200,
                     *         "type": "email.opened",
                     *         "webhook_id": 1
                     *       },
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "url": "https://hooks.example.com/letterpress",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "The shop",
                     *       "disabled_at": null,
                     *       "disabled_reason": null,
                     *       "events": [
                     *         "email.opened"
                     *       ],
                     *       "failing_since": null,
                     *       "id": 1,
                     *       "is_active": true,
                     *       "last_delivery": {
                     *         "attempts": 1,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "delivered_at": "2026-11-21T12:00:00.000Z",
                     *         "duration_ms": 83,
                     *         "error": null,
                     *         "event_id": "evt_mzxw6ytboi4dcmzz",
                     *         "id": 1,
                     *         "next_attempt_at": null,
                     *         "payload": {
                     *           "type": "email.opened",
                     *           "timestamp": "2026-11-21T12:00:00.000Z",
                     *           "sequence": 42,
                     *           "data": {
                     *             "newsletter_id": 1,
                     *             "campaign_id": 7,
                     *             "subscriber": {
                     *               "id": 17,
                     *               "email": "rea@example.com"
                     *             },
                     *             "at": "2026-11-21T12:00:00.000Z"
                     *           }
                     *         },
                     *         "response": "ok",
                     *         "sequence": 42,
                     *         "state": "delivered",
                     *         "status": 200,
                     *         "type": "email.opened",
                     *         "webhook_id": 1
                     *       },
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "url": "https://hooks.example.com/letterpress"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    /** @description Names what can be edited, as it is now; figures beside it do not count. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "description": "The shop",
                     *       "disabled_at": null,
                     *       "disabled_reason": null,
                     *       "events": [
                     *         "email.opened"
                     *       ],
                     *       "failing_since": null,
                     *       "id": 1,
                     *       "is_active": true,
                     *       "last_delivery": {
                     *         "attempts": 1,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "delivered_at": "2026-11-21T12:00:00.000Z",
                     *         "duration_ms": 83,
                     *         "error": null,
                     *         "event_id": "evt_mzxw6ytboi4dcmzz",
                     *         "id": 1,
                     *         "next_attempt_at": null,
                     *         "payload": {
                     *           "type": "email.opened",
                     *           "timestamp": "2026-11-21T12:00:00.000Z",
                     *           "sequence": 42,
                     *           "data": {
                     *             "newsletter_id": 1,
                     *             "campaign_id": 7,
                     *             "subscriber": {
                     *               "id": 17,
                     *               "email": "rea@example.com"
                     *             },
                     *             "at": "2026-11-21T12:00:00.000Z"
                     *           }
                     *         },
                     *         "response": "ok",
                     *         "sequence": 42,
                     *         "state": "delivered",
                     *         "status": 200,
                     *         "type": "email.opened",
                     *         "webhook_id": 1
                     *       },
                     *       "updated_at": "2026-11-21T12:00:00.000Z",
                     *       "url": "https://hooks.example.com/letterpress"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description More than the call takes */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Another media type than the call takes */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description A field or a parameter is wrong or not known: `errors` says which and why */
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
            header?: {
                /** @description The `ETag` that was read: changed only if nobody has edited it since, else 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description Somebody edited it since the `ETag` of `If-Match` was read; nothing was changed */
            412: {
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
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
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
                    /**
                     * @example [
                     *       {
                     *         "attempts": 1,
                     *         "created_at": "2026-11-21T12:00:00.000Z",
                     *         "delivered_at": "2026-11-21T12:00:00.000Z",
                     *         "duration_ms": 83,
                     *         "error": null,
                     *         "event_id": "evt_mzxw6ytboi4dcmzz",
                     *         "id": 1,
                     *         "next_attempt_at": null,
                     *         "payload": {
                     *           "type": "email.opened",
                     *           "timestamp": "2026-11-21T12:00:00.000Z",
                     *           "sequence": 42,
                     *           "data": {
                     *             "newsletter_id": 1,
                     *             "campaign_id": 7,
                     *             "subscriber": {
                     *               "id": 17,
                     *               "email": "rea@example.com"
                     *             },
                     *             "at": "2026-11-21T12:00:00.000Z"
                     *           }
                     *         },
                     *         "response": "ok",
                     *         "sequence": 42,
                     *         "state": "delivered",
                     *         "status": 200,
                     *         "type": "email.opened",
                     *         "webhook_id": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            /** @description The request cannot be read */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ProblemBody"];
                };
            };
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The delivery. */
                delivery_id: number;
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun; it goes on in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "delivered_at": "2026-11-21T12:00:00.000Z",
                     *       "duration_ms": 83,
                     *       "error": null,
                     *       "event_id": "evt_mzxw6ytboi4dcmzz",
                     *       "id": 1,
                     *       "next_attempt_at": null,
                     *       "payload": {
                     *         "type": "email.opened",
                     *         "timestamp": "2026-11-21T12:00:00.000Z",
                     *         "sequence": 42,
                     *         "data": {
                     *           "newsletter_id": 1,
                     *           "campaign_id": 7,
                     *           "subscriber": {
                     *             "id": 17,
                     *             "email": "rea@example.com"
                     *           },
                     *           "at": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       },
                     *       "response": "ok",
                     *       "sequence": 42,
                     *       "state": "delivered",
                     *       "status": 200,
                     *       "type": "email.opened",
                     *       "webhook_id": 1
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
                /** @description The same key and body gives the first answer again, for 24 hours. Up to 255 characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer is what there is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attempts": 1,
                     *       "created_at": "2026-11-21T12:00:00.000Z",
                     *       "delivered_at": "2026-11-21T12:00:00.000Z",
                     *       "duration_ms": 83,
                     *       "error": null,
                     *       "event_id": "evt_mzxw6ytboi4dcmzz",
                     *       "id": 1,
                     *       "next_attempt_at": null,
                     *       "payload": {
                     *         "type": "email.opened",
                     *         "timestamp": "2026-11-21T12:00:00.000Z",
                     *         "sequence": 42,
                     *         "data": {
                     *           "newsletter_id": 1,
                     *           "campaign_id": 7,
                     *           "subscriber": {
                     *             "id": 17,
                     *             "email": "rea@example.com"
                     *           },
                     *           "at": "2026-11-21T12:00:00.000Z"
                     *         }
                     *       },
                     *       "response": "ok",
                     *       "sequence": 42,
                     *       "state": "delivered",
                     *       "status": 200,
                     *       "type": "email.opened",
                     *       "webhook_id": 1
                     *     }
                     */
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
            /** @description No or a bad bearer */
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
            /** @description Not there, or another author's */
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
    receive_campaign_paused: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "campaign.paused",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "id": 1,
                 *         "ledger": {
                 *           "intended": 2500,
                 *           "queued": 0,
                 *           "sending": 0,
                 *           "deferred": 0,
                 *           "sent": 2480,
                 *           "failed": 12,
                 *           "suppressed": 6,
                 *           "skipped": 1,
                 *           "in_doubt": 1,
                 *           "cancelled": 0
                 *         },
                 *         "newsletter_id": 1,
                 *         "pause_reason": null,
                 *         "status": "sent",
                 *         "subject": "May"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["CampaignChanged"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "campaign.paused";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_campaign_sending: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "campaign.sending",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "id": 1,
                 *         "ledger": {
                 *           "intended": 2500,
                 *           "queued": 0,
                 *           "sending": 0,
                 *           "deferred": 0,
                 *           "sent": 2480,
                 *           "failed": 12,
                 *           "suppressed": 6,
                 *           "skipped": 1,
                 *           "in_doubt": 1,
                 *           "cancelled": 0
                 *         },
                 *         "newsletter_id": 1,
                 *         "pause_reason": null,
                 *         "status": "sent",
                 *         "subject": "May"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["CampaignChanged"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "campaign.sending";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_campaign_sent: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "campaign.sent",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "id": 1,
                 *         "ledger": {
                 *           "intended": 2500,
                 *           "queued": 0,
                 *           "sending": 0,
                 *           "deferred": 0,
                 *           "sent": 2480,
                 *           "failed": 12,
                 *           "suppressed": 6,
                 *           "skipped": 1,
                 *           "in_doubt": 1,
                 *           "cancelled": 0
                 *         },
                 *         "newsletter_id": 1,
                 *         "pause_reason": null,
                 *         "status": "sent",
                 *         "subject": "May"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["CampaignChanged"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "campaign.sent";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_email_bounced: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.bounced",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "campaign_id": 1,
                 *         "enhanced_code": "5.1.1",
                 *         "kind": "hard",
                 *         "newsletter_id": 1,
                 *         "reason": "550 5.1.1 no such user",
                 *         "subscriber": {
                 *           "email": "rea@example.com",
                 *           "id": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["EmailReturned"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "email.bounced";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_email_clicked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.clicked",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "campaign_id": 1,
                 *         "link": "https://example.com/article",
                 *         "newsletter_id": 1,
                 *         "subscriber": {
                 *           "email": "rea@example.com",
                 *           "id": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["EmailClicked"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "email.clicked";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_email_complained: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.complained",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "campaign_id": 1,
                 *         "enhanced_code": "5.1.1",
                 *         "kind": "hard",
                 *         "newsletter_id": 1,
                 *         "reason": "550 5.1.1 no such user",
                 *         "subscriber": {
                 *           "email": "rea@example.com",
                 *           "id": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["EmailReturned"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "email.complained";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_email_opened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "email.opened",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "at": "2026-11-21T12:00:00.000Z",
                 *         "campaign_id": 1,
                 *         "newsletter_id": 1,
                 *         "subscriber": {
                 *           "email": "rea@example.com",
                 *           "id": 1
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["EmailOpened"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "email.opened";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_subscriber_confirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.confirmed",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "attributes": {
                 *           "plan": "yearly"
                 *         },
                 *         "created_at": "2026-11-21T12:00:00.000Z",
                 *         "email": "rea@example.com",
                 *         "first_name": "Rea",
                 *         "id": 1,
                 *         "last_name": "Tomas",
                 *         "newsletter_id": 1,
                 *         "newsletter_name": "The Slow Web",
                 *         "status": "active",
                 *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                 *         "tags": [
                 *           "shop"
                 *         ],
                 *         "unsubscribed_at": null,
                 *         "updated_at": "2026-11-21T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["Subscriber"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "subscriber.confirmed";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_subscriber_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.created",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "attributes": {
                 *           "plan": "yearly"
                 *         },
                 *         "created_at": "2026-11-21T12:00:00.000Z",
                 *         "email": "rea@example.com",
                 *         "first_name": "Rea",
                 *         "id": 1,
                 *         "last_name": "Tomas",
                 *         "newsletter_id": 1,
                 *         "newsletter_name": "The Slow Web",
                 *         "status": "active",
                 *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                 *         "tags": [
                 *           "shop"
                 *         ],
                 *         "unsubscribed_at": null,
                 *         "updated_at": "2026-11-21T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["Subscriber"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "subscriber.created";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_subscriber_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.deleted",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "attributes": {
                 *           "plan": "yearly"
                 *         },
                 *         "created_at": "2026-11-21T12:00:00.000Z",
                 *         "email": "rea@example.com",
                 *         "first_name": "Rea",
                 *         "id": 1,
                 *         "last_name": "Tomas",
                 *         "newsletter_id": 1,
                 *         "newsletter_name": "The Slow Web",
                 *         "status": "active",
                 *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                 *         "tags": [
                 *           "shop"
                 *         ],
                 *         "unsubscribed_at": null,
                 *         "updated_at": "2026-11-21T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["Subscriber"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "subscriber.deleted";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_subscriber_unsubscribed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.unsubscribed",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "attributes": {
                 *           "plan": "yearly"
                 *         },
                 *         "created_at": "2026-11-21T12:00:00.000Z",
                 *         "email": "rea@example.com",
                 *         "first_name": "Rea",
                 *         "id": 1,
                 *         "last_name": "Tomas",
                 *         "newsletter_id": 1,
                 *         "newsletter_name": "The Slow Web",
                 *         "status": "active",
                 *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                 *         "tags": [
                 *           "shop"
                 *         ],
                 *         "unsubscribed_at": null,
                 *         "updated_at": "2026-11-21T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["Subscriber"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "subscriber.unsubscribed";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receive_subscriber_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's name: the same for every attempt and replay */
                "webhook-id": string;
                /** @description `v1,` and the base64 of an HMAC-SHA256 of id, timestamp and body; two of them after a rotation */
                "webhook-signature": string;
                /** @description When it was posted, in seconds since 1970; refuse what is more than five minutes away */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.updated",
                 *       "timestamp": "2026-11-21T12:00:00.000Z",
                 *       "sequence": 42,
                 *       "data": {
                 *         "attributes": {
                 *           "plan": "yearly"
                 *         },
                 *         "created_at": "2026-11-21T12:00:00.000Z",
                 *         "email": "rea@example.com",
                 *         "first_name": "Rea",
                 *         "id": 1,
                 *         "last_name": "Tomas",
                 *         "newsletter_id": 1,
                 *         "newsletter_name": "The Slow Web",
                 *         "status": "active",
                 *         "subscribed_at": "2026-11-21T12:00:00.000Z",
                 *         "tags": [
                 *           "shop"
                 *         ],
                 *         "unsubscribed_at": null,
                 *         "updated_at": "2026-11-21T12:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description What happened. */
                    data: components["schemas"]["Subscriber"];
                    /**
                     * Format: int64
                     * @description Counts the events of this webhook without gaps, from 1.
                     */
                    sequence: number;
                    /** @description When it happened. */
                    timestamp: components["schemas"]["Timestamp"];
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "subscriber.updated";
                };
            };
        };
        responses: {
            /** @description Taken; what the answer holds is not looked at */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
