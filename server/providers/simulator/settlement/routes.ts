import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { AccountName } from '../dialect.ts'
import { parsed, Refusal } from '../requests.ts'
import type { SettlementMail } from './mail.ts'
import { AccountSettings, Flaw } from './records.ts'
import type { Settlement } from './settlement.ts'
import type { SftpServer } from './sftp-server.ts'

export interface SettlementRoutes {
  settlement: Settlement
  sftp: SftpServer
  mail: SettlementMail
  passwordOf: (account: string) => string
  now: () => Date
}

/** What a test, or an operator's script, does with settlement by the secret key; `docs/simulator.md` lists it. */
export function settlementRoutes(app: FastifyInstance, parts: SettlementRoutes): void {
  const { settlement, sftp, mail, passwordOf, now } = parts
  const accountIn = (params: unknown): string => parsed(Path, params).account

  app.get('/v1/control/settlement', async () => ({
    sftp: { host: '127.0.0.1', port: sftp.port, host_key: sftp.hostKey.public, fingerprint: sftp.hostKey.fingerprint },
    accounts: settlement.accounts().map((account) => ({ account, password: passwordOf(account) })),
  }))
  app.post('/v1/control/settlement/close', async () => {
    await settlement.cut()
    return { closed: true }
  })
  app.post('/v1/control/settlement/host-key', async () => {
    await sftp.changeHostKey()
    return { host_key: sftp.hostKey.public, fingerprint: sftp.hostKey.fingerprint }
  })
  app.post('/v1/control/settlement/mail', async () => {
    await mail.deliver()
    return { mailed: true }
  })

  app.get('/v1/control/settlement/accounts/:account', async ({ params }) => {
    const account = accountIn(params)
    return {
      account,
      password: passwordOf(account),
      settings: settlement.settings(account),
      flaws: settlement.flaws(account),
      files: await Promise.all(settlement.files(account).map(fileView)),
    }
  })
  app.post('/v1/control/settlement/accounts/:account', async ({ params, body }) => {
    await settlement.set(accountIn(params), parsed(AccountSettings, body))
    await mail.deliver()
    return { settings: settlement.settings(accountIn(params)) }
  })
  app.post('/v1/control/settlement/accounts/:account/flaws', async ({ params, body }) => {
    const today = now().toISOString().slice(0, 10)
    await settlement.spoil(accountIn(params), parsed(Flaw, { day: today, ...parsed(z.object({}).loose(), body) }))
    return { flaws: settlement.flaws(accountIn(params)) }
  })
  app.post('/v1/control/settlement/accounts/:account/heal', async ({ params }) => {
    await settlement.heal(accountIn(params))
    return { flaws: [] }
  })
  app.get('/v1/control/settlement/accounts/:account/file', async ({ params, query }, reply) =>
    sendFile(reply, settlement, { account: accountIn(params), path: parsed(FileQuery, query).path }),
  )
}

async function fileView({ path, shape, at, closing, ...file }: ReturnType<Settlement['files']>[number]) {
  return { path, shape, at: at.toISOString(), batch: closing.number, bytes: (await file.bytes()).length }
}

/** A file as an attachment; 404 where there is none now. */
export async function sendFile(
  reply: FastifyReply,
  settlement: Settlement,
  { account, path }: { account: string; path: string },
): Promise<FastifyReply> {
  const file = settlement.files(account).find((each) => each.path === path)
  if (!file) throw new Refusal(404, 'file_not_found', 'There is no such file now.')
  const name = path.slice(path.lastIndexOf('/') + 1)
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-content-type-options', 'nosniff')
    .type('application/octet-stream')
    .send(await file.bytes())
}

const Path = z.object({ account: AccountName })
export const FileQuery = z.object({ path: z.string().max(300) })
