// Limits that browser and server both enforce or state, with the unit in the name.

export const LOGO_MAX_BYTES = 5_242_880;
export const PASSWORD_MIN_CHARACTERS = 6;

/** Length of the longest accepted link, in UTF-16 code units. */
export const LINK_MAX_CHARACTERS = 2_048;
/** Number of characters of a pasted text that are searched for a link. Share sheets paste whole sentences. */
export const PASTED_TEXT_MAX_CHARACTERS = 8_192;
/** Maximum number of links in a list. */
export const LINK_LIST_MAX_LINKS = 20;
/** Number of characters of a text or a text file that are searched for the links of a list: room for 20 links of the greatest length. */
export const LINK_LIST_TEXT_MAX_CHARACTERS = 65_536;
export const POST_ITEMS_MAX = 60;
/** Time for which a media link works. */
export const TICKET_LIFETIME_MS = 6 * 60 * 60 * 1_000;

/** Maximum length of a password; a longer one would only make hashing slower. */
export const PASSWORD_MAX_CHARACTERS = 256;
export const ACCOUNT_NAME_MAX_CHARACTERS = 80;

export const WEBSITE_TITLE_MAX_CHARACTERS = 40;
/** With this length, the tokens that are never cut (date and position) always fit into a file name. */
export const FILENAME_TEMPLATE_MAX_CHARACTERS = 80;
/** The longest address that mail servers accept (RFC 5321). */
export const CONTACT_EMAIL_MAX_CHARACTERS = 254;

/** Maximum length of the owner's content (HTML) as sent. */
export const CONTENT_MAX_CHARACTERS = 256 * 1024;
/** Maximum size of the owner's content after sanitising. */
export const CONTENT_CLEAN_MAX_BYTES = 200 * 1024;

/** Maximum length of one of the owner's legal texts as sent. Four texts of this length fit into one save. */
export const LEGAL_TEXT_MAX_CHARACTERS = 64 * 1024;
/** Maximum size of one legal text after sanitising. */
export const LEGAL_TEXT_CLEAN_MAX_BYTES = 60 * 1024;

/** Days after which the server deletes the counters of previews, downloads and traffic. */
export const COUNTS_RETENTION_DAYS = 90;

/** Maximum number of header links, hidden links included. The next constant limits the visible links. */
export const NAVBAR_LINKS_MAX = 8;
export const NAVBAR_LINKS_SHOWN_MAX = 6;
export const NAVBAR_LABEL_MAX_CHARACTERS = 24;
export const NAVBAR_BUTTON_LABEL_MAX_CHARACTERS = 16;

export const TEST_POSTS_PER_PLATFORM_MAX = 5;
