import type { Areas } from '#i18n/areas.ts'

/** What the page says in one language (`i18n/<tag>/checkout.json`). */
export type Texts = Areas['checkout']
/** What the server writes into the document. */
export type PageTexts = Texts['page']
/** What travels with the document for what happens later. */
export type ScriptTexts = Texts['script']
/** What the document of a payment page says, and its script. */
export type ShopTexts = Texts['shop']
