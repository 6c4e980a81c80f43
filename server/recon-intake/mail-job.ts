import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { endMail, findMail, listMailsDue, daysBefore } from './mails.ts'
import { keptParts } from './places.ts'
import { readMail } from './read-mail.ts'
import { settleMail } from './settle-mail.ts'

const data = z.object({ merchantId: z.uuid(), environment, mailId: z.uuid() })
type Data = z.infer<typeof data>

/** Reads a mail that has come, or whose sender a person has accepted, and takes what it brings. Also lets go what waits too long. */
export const readReconMail: Job<Data> = {
  kind: 'effect',
  name: 'read-recon-mail',
  data,
  parallel: 2,
  overdue: { key: 'mailId', list: listMailsDue },
  async run({ transaction }, { mailId }) {
    const raw = await transaction(async (ctx) => {
      const mail = await findMail(ctx, mailId, { lock: true })
      // The rest of it never came, or nobody has decided.
      if (mail?.state === 'coming' && mail.updated_at < new Date(ctx.now.getTime() - 3_600_000))
        await endMail(ctx, mailId, 'refused', 'unreadable')
      if (mail?.state === 'waiting' && mail.received_at < daysBefore(ctx.now, 30))
        await endMail(ctx, mailId, 'refused', 'lapsed')
      if (mail?.state !== 'received' && mail?.state !== 'accepted') return null
      const parts: Buffer[] = []
      for await (const part of keptParts(ctx, mailId)) parts.push(part)
      return parts
    })
    if (!raw) return
    const read = await readMail(inTurn(raw))
    await transaction((ctx) => settleMail(ctx, mailId, read))
  },
}

async function* inTurn(parts: Buffer[]): AsyncGenerator<Uint8Array> {
  for (let part = parts.shift(); part; part = parts.shift()) yield await Promise.resolve(part)
}
