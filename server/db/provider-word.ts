/** What a provider said when it was last asked about a channel's credentials; empty before the first time. */
export interface ProviderWord {
  /** In its own words. */
  text?: string
  /** The account that the credentials belong to. */
  account?: string
  checks?: { name: string; ok: boolean; text: string }[]
}
