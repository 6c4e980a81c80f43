import type { Input } from '#contract/kit/call.ts'
import type { startAttempt } from '#contract/checkout.ts'
import { fieldFault } from '#contract/faults.ts'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Payable, Standing } from '#server/payables/payable.ts'

type Body = Input<typeof startAttempt>['body']

/** The language of the page that was paid on. */
export const languageOfPage = ({ language }: Body): Language =>
  languageTags.find((tag) => tag === language) ?? defaultLanguage

/**
 * Throws `invalidRequest` unless the customer agrees to later charges, where paying allows them: to the text of now, which is kept then.
 */
export async function checkConsent(ctx: Ctx, of: Payable, standing: Standing, body: Body): Promise<void> {
  if (!standing.recurring) return
  if (!body.agrees)
    throw fieldFault('invalidRequest', 'agrees', 'required', 'The customer has to agree to later charges.')
  const terms = await of.readTerms?.(ctx, standing, languageOfPage(body))
  if (body.consent && body.consent !== terms?.consent)
    throw fieldFault('invalidRequest', 'consent', 'contradicts', 'What is agreed to has changed.')
}
