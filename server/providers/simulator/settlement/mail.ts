import { createTransport } from 'nodemailer'
import type { Alarms } from '../alarms.ts'
import type { Book } from '../book.ts'
import type { Line } from '../records.ts'
import type { SettlementFile } from './files.ts'
import type { Settlement } from './settlement.ts'

export interface SettlementMail {
  /** Mails what is there and was not mailed yet; resolves when all of it was tried. */
  deliver(): Promise<void>
  /** Mails at the end of each day from now on. */
  start(): void
  /** Resolves when what is under way is over. */
  close(): Promise<void>
}

/** Mails each account's files to where the account wants them. One that no server takes is tried again after five minutes. */
export function settlementMail({
  book,
  append,
  alarms,
  now,
  settlement,
}: {
  book: Book
  append: (line: Line) => Promise<void>
  alarms: Alarms
  now: () => Date
  settlement: Settlement
}): SettlementMail {
  let under: Promise<void> = Promise.resolve()

  async function deliverAll(): Promise<void> {
    let failed = false
    for (const account of book.settlement.accounts()) {
      const since = book.settlement.mailedSince(account)
      if (!since) continue
      const due = settlement
        .files(account)
        .filter(({ at, path }) => at >= since && !book.settlement.isMailed(account, path))
      for (const file of due) {
        const { mail_to, smtp_url } = book.settlement.settings(account)
        try {
          await send(file, { to: mail_to, url: smtp_url })
          await append({ type: 'settlement_mailed', at: now().toISOString(), account, path: file.path })
        } catch {
          failed = true
        }
      }
    }
    if (failed) alarms.at(new Date(now().getTime() + 300_000), deliver)
  }
  /** One after the other, so that no file is mailed twice. */
  const deliver = (): Promise<void> => (under = under.then(deliverAll, deliverAll))

  function start(): void {
    const today = now().toISOString().slice(0, 10)
    // The files of a day are there as it ends.
    alarms.at(new Date(new Date(`${today}T00:00:01Z`).getTime() + 86_400_000), async () => {
      start()
      await deliver()
    })
  }
  return { deliver, start, close: () => under.catch(() => undefined) }
}

async function send(file: SettlementFile, { to, url }: { to: string; url: string }): Promise<void> {
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  const transport = createTransport({ url, ignoreTLS: true, connectionTimeout: 5_000, socketTimeout: 20_000 })
  try {
    await transport.sendMail({
      from: 'Simulated provider <settlement@simulator.example>',
      to,
      subject: `Settlement report ${file.closing.number}`,
      text: `The settlement report of ${file.closing.day} is attached. No money has moved.`,
      attachments: [{ filename: name, content: await file.bytes() }],
    })
  } finally {
    transport.close()
  }
}
