import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/kit/db/db.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { viewOf } from './form.ts'
import { openDocument } from './queries.ts'
import { review, type Review } from './review.ts'

/** A fault of the command, in a line. */
export class KycUsage extends Error {}

export const kycUsage = `npm run kyc -- list
npm run kyc -- show <merchant key> [<folder to write the documents to>]
npm run kyc -- approve <merchant key> [<note>]
npm run kyc -- reject <merchant key> <why>
npm run kyc -- ask-again <merchant key> [<note>] [<document id>=<why> …]`

/**
 * The operator's command for KYC, with the rights of the database's owner: it lists and shows cases, and decides in the same
 * way as a master does.
 * @returns the lines to print.
 */
export async function kycCommand(
  parts: { database: Database; services: Services; now: () => Date },
  [verb = '', key = '', ...rest]: readonly string[],
): Promise<string[]> {
  if (verb === 'list') return waiting(parts.database)
  const decision = ({ approve: 'approve', reject: 'reject', 'ask-again': 'ask_again' } as const)[verb]
  if ((!decision && verb !== 'show') || key === '') throw new KycUsage(kycUsage)
  const [merchant] = await parts.database.transaction(null, (tx) =>
    tx.query<{ merchant_id: string }>('select merchant_id from merchants where key = $1', [key]),
  )
  if (!merchant) throw new KycUsage(`There is no merchant with the key ${key}`)
  const owner = { merchantId: merchant.merchant_id, environment: 'sandbox' } as const
  const asOperator = { requestId: 'kyc', actor: { kind: 'system', id: null, name: 'Operator' } } as const
  return ownTransaction(parts, owner, asOperator, async (ctx) => {
    if (!decision) return shown(ctx, rest[0])
    try {
      await review(ctx, reviewOf(decision, rest))
    } catch (error) {
      if (error instanceof Fault) throw new KycUsage(error.errors?.[0]?.text ?? error.message)
      throw error
    }
    return [`${key}: ${(await viewOf(ctx)).kyc_status}`]
  })
}

function reviewOf(decision: Review['decision'], words: readonly string[]): Review {
  const pairs = words.flatMap((word) => {
    const [, id, reason] = /^([0-9a-f-]{36})=(.+)$/s.exec(word) ?? []
    return id && reason ? [{ kyc_document: id, reason }] : []
  })
  const note = words.filter((word) => !/^[0-9a-f-]{36}=/.test(word)).join(' ')
  return { decision, note, refused: pairs }
}

async function waiting(database: Database): Promise<string[]> {
  const rows = await database.transaction(null, (tx) =>
    tx.query<{ key: string; name: string; submitted_at: Date }>(
      `select m.key, m.name, k.submitted_at from merchants m join kyc_cases k using (merchant_id)
       where m.kyc_status = 'SUBMITTED' order by k.submitted_at limit 500`,
      [],
    ),
  )
  if (rows.length === 0) return ['Nobody waits for a decision.']
  return rows.map(({ key, name, submitted_at }) => `${submitted_at.toISOString()}  ${key}  ${name}`)
}

async function shown(ctx: Ctx, folder: string | undefined): Promise<string[]> {
  const { merchant_name: name, kyc_status: status, company, documents, note } = await viewOf(ctx)
  const lines = [
    `${name}: ${status}`,
    ...Object.entries({ ...company, note }).map(([field, value]) => `${field}: ${value}`),
  ]
  for (const { document_id: id, kind, name: file, size_bytes: size, state, reason } of documents) {
    lines.push([id, kind, file, `${size} bytes`, state, reason].filter(Boolean).join('  '))
    const opened = folder === undefined ? undefined : await openDocument(ctx, id)
    if (!opened || folder === undefined) continue
    const path = join(folder, `${kind}-${id}.${opened.type === 'application/pdf' ? 'pdf' : 'png'}`)
    await writeFile(path, opened.content, { mode: 0o600, flag: 'wx' })
    lines.push(`  written to ${path}`)
  }
  return lines
}
