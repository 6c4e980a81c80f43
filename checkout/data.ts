import type { ScriptTexts } from './texts.ts'
import type { Language } from '#i18n/languages.ts'
import type { CardAcceptance, OrderView, PayMethod } from './view.ts'

/** What travels to the script beside the document; `page.ts` writes it, `main.ts` reads it. */
export interface PageData {
  state: OrderView['state']
  language: Language
  attemptsUrl: string
  /** Whether the server tells of changes of an attempt by events; of a set-up without money the page asks. */
  hasEvents: boolean
  /** Where the script says that it runs; empty where nobody counts it. */
  openedUrl: string
  pendingOrderRef: string
  card: Pick<CardAcceptance, 'provider' | 'settings' | 'brands'> | null
  methods: readonly ScriptMethod[]
  /** What is paid, in major units, where that was the shopper's choice. */
  amount?: number
  /** What the customer agrees to, as it is shown; absent of what is paid once. */
  consent?: string
  texts: ScriptTexts
}

/** A way to pay as the script knows it; `id` is the value of its radio button, `name` what the shopper calls it. */
export interface ScriptMethod extends PayMethod {
  id: string
  name: string
}
