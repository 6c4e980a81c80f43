import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '#contract/channel-catalogue.ts'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { createLog } from '#server/kit/process/log.ts'
import { SealBroken } from '#server/kit/secrets/seal.ts'
import { openConnecting, stripeKeys, type Connecting, type StripeShop } from './fixtures.ts'

const connectable = catalogue.filter(({ credentials }) => credentials.some(({ secret }) => secret))
const dist = join(import.meta.dirname, '../../dist')

/** Where credentials of channels may be found: in their own row, sealed, and nowhere else. */
let connecting: Connecting
let shop: StripeShop
let logged = ''
const to = new Writable({ write: (chunk: Buffer, _encoding, done) => ((logged += chunk.toString()), done()) })
beforeAll(async () => {
  connecting = await openConnecting({}, { log: createLog({ level: 'debug', role: 'api' }, to) })
})
afterAll(() => connecting.close())
beforeEach(async () => {
  shop = await connecting.stripeShop()
})

describe('credentials', () => {
  it('open for their own channel alone', async () => {
    await shop.ask('POST', 'add-paychannel/STRIPE', { creds: { ...stripeKeys, secret_key: 'sk_test_2222222222' } })
    await connecting.registrations()
    await connecting.rows(
      `update payment_channels a set creds_sealed = b.creds_sealed from payment_channels b
       where a.merchant_id = $1 and b.merchant_id = $1 and a.environment = 'sandbox' and b.environment = 'sandbox'
         and a.channel_key = 'STRIPE' and b.channel_key = 'STRIPE_2'`,
      shop.merchant.merchantId,
    )
    await expect(shop.opened()).rejects.toThrow(SealBroken)
    await expect(shop.opened('STRIPE_2')).resolves.toMatchObject({ secret_key: 'sk_test_2222222222' })
  })

  it.each(connectable)('of $key stand in no table, no line of the log, no answer and no audit row', async (entry) => {
    const said: string[] = []
    const ask = async (path: string, body: object) => said.push((await shop.ask('POST', path, body)).answer.text)
    const words = (given: object) => `Not ${Object.values(given).join(', ')}`
    const ours = entry.credentials.filter((field) => field.ours).map((field) => [field.name, canaryOf(field)])
    const add = { creds: canariesOf(entry, 'First'), name: publicName(entry) }
    connecting.script.registers = async () => ({ credentials: Object.fromEntries(ours) })
    await ask(`add-paychannel/${entry.key}`, add)
    const key = entry.key === 'STRIPE' ? 'STRIPE_2' : entry.key
    expect(await shop.opened(key)).toEqual(add.creds)
    await connecting.registrations()
    await ask(`update-paychannel/${key}`, { creds: canariesOf(entry, 'Second') })
    await connecting.registrations()
    expect(await shop.opened(key)).toEqual({ ...canariesOf(entry, 'Second'), ...Object.fromEntries(ours) })
    await ask(`/api/channels/{id}/${key}/test`, {})

    const [last] = entry.credentials.filter((field) => !field.ours).slice(-1)
    connecting.script.says = (given) => ({ kind: 'refused', field: last?.name ?? '', providerText: words(given) })
    connecting.script.registers = (address) => Promise.reject(new Error(`${address}: ${words(add.creds)}`))
    await ask(`update-paychannel/${key}`, { creds: canariesOf(entry, 'Third') })
    await ask(`add-paychannel/${entry.key}`, { ...add, name: 'Refused' })
    await ask(`/api/channels/{id}/${key}/test`, {})
    connecting.script.says = (given) => ({ kind: 'silent', why: words(given) })
    await ask(`add-paychannel/${entry.key}`, { creds: canariesOf(entry, 'Fourth'), name: 'Unverified' })
    await ask(`/api/channels/{id}/${key}/test`, {})
    await connecting.registrations()
    for (const path of [`pay-channels/${entry.key}`, 'paychannels', 'list-paychannels'])
      said.push((await shop.ask('GET', path)).answer.text)
    said.push((await shop.ask('POST', 'list-pay-channels', {})).answer.text)

    const tables = await connecting.rows<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'pgboss') and c.relkind = 'r'`,
    )
    for (const { name } of tables)
      said.push(...(await connecting.rows<{ text: string }>(`select t::text as text from ${name} t`)).map(({ text }) => text)) // prettier-ignore

    expect(said.join('\n')).toContain(publicName(entry))
    expect([...said, ...logged.split('\n')].filter((text) => text.includes(mark))).toEqual([])
  })

  it('stand in no file of the database', async () => {
    // The names are found, so the files are those where the credentials would be.
    const names = connectable.map(publicName)
    expect(await foundInFiles([...names, mark])).toEqual(names.toSorted())
  })

  it('are in no file that browsers load', () => {
    const patterns = catalogue
      .flatMap(({ credentials }) => credentials.flatMap(({ pattern }) => Object.values(pattern ?? {})))
      .filter((pattern) => /^\(?[a-z]+_/.test(pattern))
      .map((pattern) => new RegExp(pattern))
    expect(patterns.length).toBeGreaterThan(4)
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    expect(files.length).toBeGreaterThan(10)
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'latin1')
      for (const pattern of patterns) expect(pattern.exec(text)?.[0], name).toBeUndefined()
    }
  })
})

const mark = 'CanaryOfASecret'
type Field = CatalogueEntry['credentials'][number]
/** A value of the field's form; one that is no secret is shown whole, and has no mark. */
function canaryOf({ name, secret, pattern }: Field, which = ''): string {
  const start = (pattern?.sandbox ?? '').replace(/^\((\w+)[^)]*\)/, '$1').split('[')[0] ?? ''
  const value = `${start}${secret ? mark : 'Public'}${which}${name.replaceAll('_', '')}0123456789`
  expect(value).toMatch(new RegExp(`^(?:${pattern?.sandbox ?? '.+'})$`))
  return value
}
const canariesOf = ({ credentials }: CatalogueEntry, which: string): Record<string, string> =>
  Object.fromEntries(credentials.filter((field) => !field.ours).map((field) => [field.name, canaryOf(field, which)]))
const publicName = ({ key }: CatalogueEntry) => `NameOf${key}`

/** The texts that the files of this database or of its log of changes hold, once all is written. */
async function foundInFiles(texts: readonly string[]): Promise<string[]> {
  await connecting.rows('checkpoint')
  const found = await connecting.rows<{ text: string }>(
    `with place as (select 'base/' || oid as folder from pg_database where datname = current_database()), files as (
       select folder || '/' || name as file from place, pg_ls_dir(folder) name union all select 'pg_wal/' || name from pg_ls_waldir()
     ), held as materialized (select pg_read_binary_file(file, 0, 1000000000, true) as bytes from files)
     select distinct text from held, unnest($1::text[]) text where position(convert_to(text, 'UTF8') in bytes) > 0 order by 1`,
    texts,
  )
  return found.map(({ text }) => text)
}
