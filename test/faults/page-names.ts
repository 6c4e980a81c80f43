import { request } from 'undici'
import type { Load } from './client.ts'
import { anyOf, type Merchant } from './intents.ts'
import { makePage, savePage, type ShownPage } from './page-calls.ts'

/** Some pages of two merchants that all want the same names. */
export interface Rivals {
  pages: { merchant: Merchant; page: ShownPage }[]
  /** Who was told that a name is theirs. */
  owners: Map<string, string>
}

export async function newRivals(load: Load, merchants: readonly Merchant[]): Promise<Rivals> {
  const twice = merchants.flatMap((merchant) => [merchant, merchant])
  const pages = await Promise.all(
    twice.map(async (merchant) => ({ merchant, page: await makePage(load, merchant, { unitMinor: 100_000n }) })),
  )
  return { pages, owners: new Map() }
}

/** All rivals want one name at once, each in its own case. Returns the references of those who were told that it is theirs. */
export async function race(load: Load, { pages, owners }: Rivals, name: string): Promise<string[]> {
  const told = await Promise.all(
    pages.map(async (rival, n) => {
      const custom_url = n % 2 ? name.toUpperCase() : name
      const saved = await savePage(load, rival.merchant, rival.page, { custom_url }, 'INVALID_PAGE_ADDRESS')
      if (saved) rival.page = saved
      return saved ? [rival.page.page_ref] : []
    }),
  )
  const winners = told.flat()
  if (winners[0]) owners.set(name, winners[0])
  return winners
}

/** Where a name leads: to the page that has it, or from a name that was given up to its page's present address; else nowhere. */
export async function leadsTo({ deployment }: Load, name: string): Promise<string> {
  const answer = await request(`${anyOf(deployment.apis).url}/pay/p/${name}`, { headers: { 'accept-language': 'en' } })
  const text = await answer.body.text()
  if (answer.statusCode === 302) return String(answer.headers['location'])
  if (answer.statusCode !== 200) return ''
  return /checkout\/pages\/(\w+)\/orders/.exec(text)?.[1] ?? ''
}

/** The names whose row has another page than the one whose merchant was told so, and those that have a row nobody was told of. */
export async function strayNames({ deployment }: Load, { pages, owners }: Rivals): Promise<string[]> {
  const rows = await deployment.sql<{ name: string; page_ref: string }>(
    'select name, page_ref from page_names where page_ref = any ($1)',
    [pages.map(({ page }) => page.page_ref)],
  )
  const wrong = rows.filter(({ name, page_ref }) => owners.get(name) !== page_ref).map(({ name }) => name)
  const known = new Set(rows.map(({ name }) => name))
  return [...wrong, ...[...owners.keys()].filter((name) => !known.has(name))]
}

/** Moves the day on which a name was given up so many days into the past. */
export const daysPass = ({ deployment }: Load, name: string, days: number): Promise<unknown> =>
  deployment.sql(`update page_names set given_up_at = given_up_at - make_interval(days => $2) where name = $1`, [
    name,
    days,
  ])
