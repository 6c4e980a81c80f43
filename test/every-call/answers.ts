import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/kit/call.ts'
import { isFile, onlyReads } from '#contract/kit/call-facts.ts'
import { limits } from '#contract/limits.ts'
import { requestOf } from '#test/request.ts'
import type { Answer } from '#test/test-app.ts'
import { addParty, ask, canary, kindFor, proveTwice, type Entry, type Scene } from './scene.ts'

const contentOf = ({ answer: { form } }: Call, { body }: Answer): unknown => {
  if (form === 'dataPage') return (body['data'] as { content: unknown }).content
  return form === 'flat' ? body : body[form === 'data' ? 'data' : 'content']
}

/** As the list declares it. */
const pageSizeOf = ({ body, query }: Call): number => {
  const asked = (body ?? query) as unknown as { shape: Record<string, z.ZodType | undefined> } | undefined
  return Number(asked?.shape['pagesize']?.meta()?.['default'] ?? limits.pageSize)
}

/** Every reading call answers in the form that it declares. */
export function testAnswers(calls: readonly Entry[], scene: () => Scene): void {
  describe('an answer', () => {
    // Untouched by the garbage, some of which is harmless and deletes what it names.
    let fresh: Record<ReturnType<typeof kindFor>, Scene['own']>
    beforeAll(async () => {
      fresh = {
        master: await addParty(scene().testApp, 'Fresh Shop'),
        single: await addParty(scene().testApp, 'Single Fresh Shop', 'single'),
        abroad: await addParty(scene().testApp, 'Abroad Fresh Shop', 'abroad'),
      }
    })

    it.each(calls.filter(({ call }) => onlyReads(call) && !isFile(call.answer)))(
      'of $name has the declared form',
      async ({ call }) => {
        const party = fresh[kindFor(call)]
        const session = await scene().testApp.signIn(party.merchant)
        if (call.secondFactor) await proveTwice(scene().testApp, session)
        const answer = await ask(scene(), session, call, requestOf(call, party))
        expect(answer.status, answer.text).toBe(200)
        expect(answer.body).toMatchObject({ status_code: '2000', status_reason: 'SUCCESS' })
        const rows = call.answer.form === 'page' || call.answer.form === 'dataPage'
        const schema = rows ? z.array(call.answer.schema) : call.answer.schema
        if (call.answer.form !== 'nothing')
          expect(schema.safeDecode(contentOf(call, answer) as never).error).toBeUndefined()
        if (call.answer.form === 'page')
          expect(answer.body).toMatchObject({
            total_elements: expect.any(Number),
            total_pages: expect.any(Number),
            size: pageSizeOf(call),
            page: 1,
            number_of_elements: expect.any(Number),
          })
        if (call.answer.form === 'dataPage')
          expect(answer.body['data']).toMatchObject({
            totalElements: expect.any(Number),
            totalPages: expect.any(Number),
            page: 1,
            numberOfElements: expect.any(Number),
          })
        expect(answer.text).not.toContain(party.merchant.secret)
        expect(answer.text).not.toContain(canary)
      },
    )

    it.each(calls.filter(({ call }) => isFile(call.answer)))(
      'of $name is a file with a name, and is written down',
      async ({ call }) => {
        const party = fresh[kindFor(call)]
        const session = await scene().testApp.signIn(party.merchant)
        const answer = await ask(scene(), session, call, requestOf(call, party))
        expect(answer.status, answer.text).toBe(200)
        // The original of a file of reconciliation is whatever was sent, under its own name.
        const isOriginal = call.answer.form === 'stored' && call.answer.prefix === 'recon-file'
        if (!isOriginal) expect(answer.text.startsWith('PK')).toBe(true)
        const [type, ending] =
          call.answer.form === 'archive'
            ? ['application/zip', 'zip']
            : ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx']
        expect(answer.headers).toMatchObject({
          'content-type': isOriginal ? expect.any(String) : type,
          'content-disposition': expect.stringMatching(
            isOriginal
              ? /^attachment; filename="[^"]+"/
              : new RegExp(`^attachment; filename="[a-z-]+-\\d{8}-\\d{6}\\.${ending}"$`),
          ),
          'cache-control': 'no-store',
        })
        const [row] = await scene().testApp.owner.transaction(null, (tx) =>
          tx.query<{ noted: bigint }>(
            'select count(*) as noted from audit_events where actor_id = $1 and action = $2',
            [session.subUserId, call.audit],
          ),
        )
        expect(row?.noted).toBe(1n)
      },
    )
  })
}
