import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { wayOf } from '#contract/methods.ts'
import type { Book } from './book.ts'
import type { Mandate } from './mandate-book.ts'
import { HolderAct, isWaiting, type Mandates } from './mandates.ts'
import { documentOf, escaped, tellingHtml } from './page-html.ts'
import { gone, readForms, sendPage } from './send-page.ts'

/**
 * The page of a mandate's holder: the bank where it is agreed to, and ended whenever the holder likes. As with the payer's
 * pages, who has its address may decide.
 */
export function holderPages(app: FastifyInstance, { book, mandates }: { book: Book; mandates: Mandates }): void {
  app.register(async (pages) => {
    readForms(pages)

    pages.get<{ Params: { page: string } }>('/mandates/:page', (request, reply) => {
      const mandate = book.mandates.ofPage(request.params.page)
      return mandate ? sendPage(reply, holderPageHtml(mandate), mandate.record.return_url) : gone(reply)
    })

    pages.post<{ Params: { page: string } }>('/mandates/:page', async (request, reply) => {
      const mandate = book.mandates.ofPage(request.params.page)
      const form = Form.safeParse(request.body)
      if (!mandate || !form.success) return gone(reply)
      const { act, callbacks } = form.data
      const { key, return_url: back } = mandate.record
      const isAgreement = isWaiting(mandate)
      await mandates.act(key, { act, ...(callbacks && { callbacks }) })
      return reply.redirect(isAgreement && back ? back : `/mandates/${mandate.page}`, 303)
    })
  })
}

const Form = HolderAct.extend({
  callbacks: z.preprocess((value) => value || undefined, HolderAct.shape.callbacks),
})

/** In English: it is a tool for testing, and says so. */
function holderPageHtml(mandate: Mandate): string {
  const { record, status, grant } = mandate
  const { type, sub_type } = record.method ?? { type: 'CARD', sub_type: '' }
  const facts = [
    ['Method', wayOf(type, sub_type)?.name ?? type],
    [grant.brand ? 'Card' : 'Account', grant.masked],
    ['Good until', grant.good_until?.slice(0, 10)],
    ['Reference', record.ref],
  ].flatMap(([name, value]) => (value ? [`<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`] : []))
  const back = record.return_url
    ? `<p><a id="leave" href="${escaped(record.return_url)}">${isWaiting(mandate) ? 'Leave without deciding' : 'Back to the payment page'}</a></p>`
    : ''
  return documentOf(
    grant.brand ? 'Your bank asks: is it you?' : 'Agreement with your bank',
    `<p>${escaped(record.description ?? '')}</p>
<dl>${facts.join('')}</dl>
${isWaiting(mandate) ? '' : `<p class="state" role="status">${stateWords[status]}</p>`}
${formHtml(mandate)}
${back}`,
  )
}

function formHtml(mandate: Mandate): string {
  const buttons = buttonsOf(mandate).map(
    ([act, words], index) => `<button${index > 0 ? ' class="no"' : ''} name="act" value="${act}">${words}</button>`,
  )
  return buttons.length > 0 ? `<form method="post">\n${tellingHtml}\n${buttons.join('\n')}\n</form>` : ''
}

function buttonsOf(mandate: Mandate): [HolderAct['act'], string][] {
  if (isWaiting(mandate))
    return mandate.grant.brand
      ? [['agree', 'Yes, it is me'], ['refuse', 'No, refuse']] // prettier-ignore
      : [['agree', 'Agree'], ['refuse', 'Refuse']] // prettier-ignore
  if (mandate.status !== 'active') return []
  return mandate.grant.brand
    ? [['revoke', 'End it'], ['replace', 'The card is replaced']] // prettier-ignore
    : [['revoke', 'End it']]
}

const stateWords: Record<Mandate['status'], string> = {
  pending: 'The mandate is being worked on by the bank.',
  active: 'The mandate is active: the merchant may charge by it.',
  failed: 'The mandate was refused.',
  expired: 'The time to agree is over.',
  revoked: 'The mandate is revoked. Nothing is charged by it any more.',
}
