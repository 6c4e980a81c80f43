import { defaultLanguage } from '#i18n/languages.ts'
import { randomBytes } from 'node:crypto'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { auditKeys } from '#server/kit/audit/audit-chain.ts'
import type { Owner } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import type { TestApp } from '#test/test-app.ts'
import { verifyAllAudits, type AuditFinding } from './verify.ts'

/** So many acts of one merchant, each in a transaction of its own as the application's. */
export async function act(testApp: TestApp, owner: Owner, count: number): Promise<void> {
  const scope = { merchantIds: [owner.merchantId] as const, environment: owner.environment }
  for (let n = 1; n <= count; n++)
    await testApp.serveParts.database.transaction(scope, async (tx) =>
      writeAudit(
        { ...somebody(testApp, owner, n), tx },
        {
          action: 'webhook.update',
          objectRef: `object-${n % 7}`,
          result: n % 5 === 0 ? 'denied' : 'done',
          why: n % 5 === 0 ? 'role' : '',
          changes: { name: { before: `a${n}`, after: `b${n}` }, enabled: { before: true, after: false } },
        },
      ),
    )
}

/** Who acts, where and when, as a request has it. */
export const somebody = (testApp: TestApp, owner: Owner, n = 1) => ({
  owner,
  services: testApp.serveParts.services,
  user: null,
  actor: { kind: 'user' as const, id: newId(), name: `Person ${n}` },
  now: new Date(),
  client: { address: `10.0.0.${n}`, userAgent: '', language: defaultLanguage },
  requestId: `request-${n}`,
})

export const keysOf = (testApp: TestApp) => auditKeys(testApp.serveParts.services.master)

export const verify = async (testApp: TestApp): Promise<AuditFinding[]> =>
  (await verifyAllAudits(testApp.owner, keysOf(testApp))).findings

/**
 * Does harm as somebody who owns the database, with every trigger out of the way; what the verifier then sees of it is
 * answered, and all is as before.
 */
export async function tampered<T>(
  testApp: TestApp,
  harm: (tx: Transaction) => Promise<void>,
  look: (database: Database) => Promise<T>,
): Promise<T> {
  const undone = new Error('undone')
  let seen: { value: T } | undefined
  await testApp.owner
    .transaction(null, async (tx) => {
      await tx.query('set local session_replication_role = replica', [])
      await harm(tx)
      const inside: Database = { ...testApp.owner, transaction: async (_scope, work) => work(tx) }
      seen = { value: await look(inside) }
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!seen) throw new Error('nothing was looked at')
  return seen.value
}

/** What somebody with the database and this source, but without the master key, can do. */
export interface Harm {
  name: string
  /** Only to be seen by what was kept outside of the database. */
  outsideOnly?: true
  do(
    tx: Transaction,
    at: { owner: Owner; other: Owner; rows: number; pick: (below: number) => number },
  ): Promise<unknown>
}

const own = 'merchant_id = $1 and environment = $2'
const where = ({ merchantId, environment }: Owner) => [merchantId, environment] as const

/** An edit of each column, to another value that the column may have. */
const edits: Record<string, string> = {
  event_id: 'gen_random_uuid()',
  at: `at + interval '1 microsecond'`,
  actor_merchant_id: `coalesce(null, gen_random_uuid())`,
  actor_id: 'null',
  actor_name: `actor_name || ' '`,
  action: `'webhook.delete'`,
  object_ref: `object_ref || '0'`,
  result: `case result when 'done' then 'denied' else 'done' end`,
  why: `why || '.'`,
  changes: `changes || '{"name": {"before": "a", "after": "c"}}'`,
  address: `''`,
  request_id: `reverse(request_id)`,
  seq: 'seq + 1000000',
  key_id: `'\\x00000000'`,
  mac: `sha256(mac)`,
  link: `sha256(link)`,
}

/** The link that a forger can make: the rule is public, the key of the row's own has to be invented. */
const relink = async (tx: Transaction, owner: Owner, from: number) => {
  await tx.query(
    `with recursive forged as (
       select seq, link from audit_events where ${own} and seq = $3
       union all
       select e.seq, sha256($4::bytea || f.link || int8send(e.seq) || e.mac) from forged f
       join audit_events e on e.merchant_id = $1 and e.environment = $2 and e.seq = f.seq + 1
     ) update audit_events e set link = f.link from forged f where e.merchant_id = $1 and e.environment = $2 and e.seq = f.seq and f.seq > $3`,
    [...where(owner), from, randomBytes(32)],
  )
  await setHead(tx, owner)
}
/** Makes the end fit whatever rows there are. */
const setHead = (tx: Transaction, owner: Owner) =>
  tx.query(
    `update audit_heads h set seq = e.seq, link = e.link from (select seq, link from audit_events where ${own} order by seq desc limit 1) e
     where h.merchant_id = $1 and h.environment = $2`,
    [...where(owner)],
  )
/** Two steps, since numbers are unique at every moment. */
const move = async (tx: Transaction, owner: Owner, from: number, by: number) => {
  await tx.query(`update audit_events set seq = -seq where ${own} and seq >= $3`, [...where(owner), from])
  await tx.query(`update audit_events set seq = -seq + $3 where ${own} and seq < 0`, [...where(owner), by])
}
const close = (tx: Transaction, owner: Owner, gapAt: number) => move(tx, owner, gapAt + 1, -1)
const widen = (tx: Transaction, owner: Owner, at: number) => move(tx, owner, at, 1)
const copyOf = (seq: string, mac = 'mac') =>
  `insert into audit_events (merchant_id, environment, event_id, at, actor_merchant_id, actor_id, actor_name, action, object_ref,
     result, why, changes, address, request_id, seq, key_id, mac, link)
   select merchant_id, environment, gen_random_uuid(), at, actor_merchant_id, actor_id, actor_name, action, object_ref,
     result, why, changes, address, request_id, ${seq}, key_id, ${mac}, link from audit_events where ${own} and seq = $3`

export const harms: Harm[] = [
  ...Object.entries(edits).map(([column, value]): Harm => ({
    name: `edits ${column}`,
    do: (tx, { owner, rows, pick }) =>
      tx.query(`update audit_events set ${column} = ${value} where ${own} and seq = $3`, [
        ...where(owner),
        1 + pick(rows),
      ]),
  })),
  {
    name: 'edits a row and makes all links after it anew',
    async do(tx, { owner, rows, pick }) {
      const at = 1 + pick(rows)
      await tx.query(`update audit_events set actor_name = 'Somebody else', mac = sha256(mac) where ${own} and seq = $3`, [...where(owner), at]) // prettier-ignore
      await relink(tx, owner, Math.max(1, at - 1))
    },
  },
  {
    name: 'deletes a row',
    do: (tx, { owner, rows, pick }) =>
      tx.query(`delete from audit_events where ${own} and seq = $3`, [...where(owner), 1 + pick(rows)]),
  },
  {
    name: 'deletes a row and closes the gap',
    async do(tx, { owner, rows, pick }) {
      const at = 1 + pick(rows - 1)
      await tx.query(`delete from audit_events where ${own} and seq = $3`, [...where(owner), at])
      await close(tx, owner, at)
      await setHead(tx, owner)
    },
  },
  {
    name: 'deletes a row, closes the gap and makes the links anew',
    async do(tx, { owner, rows, pick }) {
      const at = 2 + pick(rows - 2)
      await tx.query(`delete from audit_events where ${own} and seq = $3`, [...where(owner), at])
      await close(tx, owner, at)
      await relink(tx, owner, at - 1)
    },
  },
  {
    name: 'inserts a forged row in the middle',
    async do(tx, { owner, rows, pick }) {
      const at = 1 + pick(rows)
      await widen(tx, owner, at + 1)
      await tx.query(copyOf(String(at + 1), 'sha256(mac)'), [...where(owner), at])
      await relink(tx, owner, at)
    },
  },
  {
    name: 'inserts a copy of a genuine row, its id too where it may',
    async do(tx, { owner, rows, pick }) {
      await tx.query(copyOf(String(rows + 1)), [...where(owner), 1 + pick(rows)])
      await setHead(tx, owner)
    },
  },
  {
    name: 'inserts a row outside of the chain',
    do: (tx, { owner, rows, pick }) => tx.query(copyOf('null', 'null'), [...where(owner), 1 + pick(rows)]),
  },
  {
    name: 'inserts a row behind the end',
    do: (tx, { owner, rows, pick }) => tx.query(copyOf(String(rows + 1)), [...where(owner), 1 + pick(rows)]),
  },
  {
    name: 'swaps two rows',
    async do(tx, { owner, rows, pick }) {
      const one = 1 + pick(rows - 1)
      const two = one + 1 + pick(rows - one)
      await swap(tx, owner, one, two)
    },
  },
  {
    name: 'swaps two rows and leaves the links where they were',
    async do(tx, { owner, rows, pick }) {
      const one = 1 + pick(rows - 1)
      const two = one + 1 + pick(rows - one)
      await swap(tx, owner, one, two)
      await tx.query(
        `update audit_events e set link = o.link from audit_events o
         where e.merchant_id = $1 and e.environment = $2 and o.merchant_id = $1 and o.environment = $2
           and e.seq in ($3::bigint, $4::bigint) and o.seq = $3::bigint + $4::bigint - e.seq`,
        [...where(owner), one, two],
      )
    },
  },
  {
    name: 'swaps two rows and makes the links anew',
    async do(tx, { owner, rows, pick }) {
      const one = 2 + pick(rows - 2)
      const two = one + 1 + pick(rows - one)
      await swap(tx, owner, one, two)
      await relink(tx, owner, one - 1)
    },
  },
  {
    name: 'cuts the end off',
    do: (tx, { owner, rows, pick }) =>
      tx.query(`delete from audit_events where ${own} and seq > $3`, [...where(owner), 1 + pick(rows - 1)]),
  },
  {
    name: 'cuts the end off and moves the head back',
    async do(tx, { owner, rows, pick }) {
      await tx.query(`delete from audit_events where ${own} and seq > $3`, [...where(owner), 1 + pick(rows - 1)])
      await setHead(tx, owner)
    },
  },
  {
    name: 'brings it back to an earlier state, anchors and all',
    outsideOnly: true,
    async do(tx, { owner, rows, pick }) {
      const to = 1 + pick(rows - 1)
      await tx.query(`delete from audit_events where ${own} and seq > $3`, [...where(owner), to])
      await tx.query(`delete from audit_anchors where ${own} and seq > $3`, [...where(owner), to])
      await setHead(tx, owner)
    },
  },
  {
    name: 'takes the whole log of a merchant away, anchors and all',
    outsideOnly: true,
    async do(tx, { owner }) {
      for (const table of ['audit_events', 'audit_anchors', 'audit_heads'])
        await tx.query(`delete from ${table} where ${own}`, [...where(owner)])
    },
  },
  {
    name: 'takes all rows and the end away',
    async do(tx, { owner }) {
      for (const table of ['audit_events', 'audit_heads']) await tx.query(`delete from ${table} where ${own}`, [...where(owner)]) // prettier-ignore
    },
  },
  {
    name: 'moves a row to another merchant',
    do: (tx, { owner, other, rows, pick }) =>
      tx.query(
        `update audit_events set merchant_id = $4, seq = (select max(seq) + 1 from audit_events where merchant_id = $4 and environment = $2)
         where ${own} and seq = $3`,
        [...where(owner), 1 + pick(rows), other.merchantId],
      ),
  },
  {
    name: 'moves the end of a log to another merchant and fits both ends',
    async do(tx, { owner, other, rows, pick }) {
      await tx.query(
        `update audit_events set merchant_id = $4, seq = seq + (select max(seq) from audit_events where merchant_id = $4 and environment = $2)
         where ${own} and seq > $3`,
        [...where(owner), 1 + pick(rows - 1), other.merchantId],
      )
      await setHead(tx, owner)
      await setHead(tx, other)
    },
  },
  {
    name: 'exchanges the logs of two merchants',
    async do(tx, { owner, other }) {
      for (const table of ['audit_events', 'audit_heads', 'audit_anchors']) {
        const move = (from: string, to: string) =>
          tx.query(`update ${table} set merchant_id = $2 where merchant_id = $1 and environment = $3`, [from, to, owner.environment]) // prettier-ignore
        const aside = '00000000-0000-4000-8000-000000000000'
        await move(owner.merchantId, aside)
        await move(other.merchantId, owner.merchantId)
        await move(aside, other.merchantId)
      }
    },
  },
  {
    name: 'edits the end',
    do: (tx, { owner, pick }) =>
      tx.query(`update audit_heads set seq = seq + $3, link = sha256(link) where ${own}`, [
        ...where(owner),
        pick(3) - 1,
      ]),
  },
  {
    name: 'takes the end away',
    do: (tx, { owner }) => tx.query(`delete from audit_heads where ${own}`, [...where(owner)]),
  },
  {
    name: 'edits an anchor',
    do: (tx, { owner }) => tx.query(`update audit_anchors set link = sha256(link) where ${own}`, [...where(owner)]),
  },
]

async function swap(tx: Transaction, owner: Owner, one: number, two: number): Promise<void> {
  const move = (from: number, to: number) =>
    tx.query(`update audit_events set seq = $4 where ${own} and seq = $3`, [...where(owner), from, to])
  await move(one, -1)
  await move(two, one)
  await move(-1, two)
}
