import { fieldFault, type Fault } from '#contract/faults.ts'
import { pageTotal, type PagePrice } from '#contract/page-total.ts'
import { faultOfName } from '#contract/payment-page-names.ts'

/** As much of a page as its parts must agree about; amounts in minor units. */
export interface Agreeing extends PagePrice {
  title: string
  custom_url: string
  after_payment: 'message' | 'redirect'
  success_url: string
}

/** The first fault of a page whose fields are each right; null when they agree. */
export function pageFault(page: Agreeing): Fault | null {
  if (!page.title) return fieldFault('pageField', 'title', 'required', 'A page needs a title.')
  const name = page.custom_url && faultOfName(page.custom_url)
  if (name) return fieldFault('pageAddress', 'custom_url', name, 'This address cannot be used.')
  if (page.after_payment === 'redirect' && !page.success_url)
    return fieldFault('pageField', 'success_url', 'required', 'There is no address to go to after paying.')
  return faultOfType(page) ?? faultOfTotal(page)
}

function faultOfType(page: Agreeing): Fault | null {
  const ofType = (path: string) => fieldFault('pageType', path, 'not_of_this_type', 'Pages of this type have none.')
  const several = page.page_type === 'fixed_with_quantity'
  if (!several && page.min_quantity !== 1) return ofType('min_quantity')
  if (!several && page.max_quantity !== 1) return ofType('max_quantity')
  if (page.min_quantity > page.max_quantity)
    return fieldFault('pageField', 'max_quantity', 'too_small', 'This is below the smallest number.')
  if (page.page_type === 'custom_amount') return null
  if (page.min_amount !== 0n) return ofType('min_amount')
  return page.max_amount === 0n ? null : ofType('max_amount')
}

function faultOfTotal(page: Agreeing): Fault | null {
  if (page.page_type === 'custom_amount') {
    const { amount, min_amount: least, max_amount: most } = page
    if (most > 0n && most < least)
      return fieldFault('invalidAmount', 'max_amount', 'too_small', 'This is below the smallest amount.')
    if (amount === 0n) return null
    if (amount < least) return fieldFault('invalidAmount', 'amount', 'too_small', 'This is below the smallest amount.')
    if (most > 0n && amount > most)
      return fieldFault('invalidAmount', 'amount', 'too_big', 'This is above the largest amount.')
  } else if (page.amount === 0n)
    return fieldFault('invalidAmount', 'amount', 'not_positive', 'This must be more than zero.')
  const totals = [page.min_quantity, page.max_quantity].map((quantity) => pageTotal(page, { quantity }))
  const wrong = totals.find((total) => 'reason' in total)
  return wrong && 'reason' in wrong
    ? fieldFault('invalidAmount', 'amount', wrong.reason, 'The total of an order would not be a valid amount.')
    : null
}
