import type { PageContent } from '#contract/payment-page-content.ts'

/** A shopper's answers, by the ids of the page's fields. */
export type KeptAnswers = Record<string, string | boolean>

export type KeptPageContent = PageContent

/** A version of a page: its content, and its columns as texts, numbers and null; amounts in minor units. */
export type KeptPage = KeptPageContent & Record<string, unknown>
