import type { ScriptTexts } from './texts/en.ts'
import type { CardBrand, OrderView } from './view.ts'

/** What travels to the script beside the document; `page.ts` writes it, `main.ts` reads it. */
export interface PageData {
  state: OrderView['state']
  attemptsUrl: string
  pendingOrderRef: string
  card: { tokenUrl: string; publishableKey: string; brands: readonly CardBrand[] } | null
  texts: ScriptTexts
}
