import type { FastifyError, FastifyInstance } from 'fastify'
import { Fault } from '#contract/faults.ts'
import { kycDocumentKinds, type KycDocumentKind } from '#contract/kyc.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { cleanDocument, documentName } from '#server/kit/files/clean-document.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { base } from '#server/kit/http/serve.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import { byLink, editable } from './form.ts'
import { merchantOfKycToken } from './link.ts'
import { insertDocument, listDocuments } from './queries.ts'

/**
 * The upload of a document by the KYC page. The file is the body, its kind and name are parameters, and the link's token is
 * in `X-Kyc-Token`, so that no log has it. It is no call of the contract, whose uploads need a session. Throws `linkInvalid`
 * before the first byte is read; `invalidFile` for a file other than JPG, PNG and PDF, `fileTooLarge` beyond 20 MB,
 * `wrongState` after the submission, `tooMany` beyond twelve.
 */
export async function kycDocumentRoute(app: FastifyInstance, parts: ServeParts): Promise<void> {
  const few = createConcurrencyLimit({ concurrent: 2, queue: 20, full: () => new Fault('unavailable') })
  const merchantOf = (token: string) =>
    parts.database.transaction(null, (tx) => merchantOfKycToken(tx, parts.services, token), { readOnly: true })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.uploadBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Fault('fileTooLarge') : error
    })
    scope.post<{ Querystring: { kind?: string; name?: string } }>(
      `${base}/api/kyc/documents`,
      {
        config: { rate: 'shopper', upload: true },
        // Before the body is read: who has no link brings no file.
        onRequest: async (request) => void (await merchantOf(String(request.headers['x-kyc-token'] ?? ''))),
      },
      async (request, reply) => {
        const kind = kindOf(request.query.kind)
        const merchantId = await merchantOf(String(request.headers['x-kyc-token'] ?? ''))
        request.merchantId = merchantId
        const owner = { merchantId, environment: 'sandbox' } as const
        const inOwn = <T>(work: (ctx: Ctx) => Promise<T>) =>
          ownTransaction(parts, owner, { requestId: request.id, actor: byLink }, work)
        // Before the file is looked at, and again when it is kept.
        await inOwn(expectRoom)
        const document = await few.pass(() =>
          cleanDocument(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
        )
        const name = documentName(String(request.query.name ?? '')) || kind
        await inOwn(async (ctx) => {
          await expectRoom(ctx)
          await insertDocument(ctx, kind, { name, ...document })
          const changes = { kyc_document: { before: '', after: name } }
          writeAudit(ctx, { action: 'kyc.add-document', objectRef: merchantId, result: 'done', changes })
        })
        return reply.send({ received: true })
      },
    )
  })
}

async function expectRoom(ctx: Ctx): Promise<void> {
  await editable(ctx)
  if ((await listDocuments(ctx)).length >= limits.kycDocuments) throw new Fault('tooMany')
}

function kindOf(given: string | undefined): KycDocumentKind {
  if (given !== undefined && Object.hasOwn(kycDocumentKinds, given)) return given as KycDocumentKind
  throw new Fault('invalidRequest', {
    errors: [{ path: 'kind', reason: 'not_a_choice', text: 'This is not one of the choices.' }],
  })
}
