import { Button, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { handInOnboarding, readOnboarding } from '#contract/onboarding.ts'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import formStyles from '#console/kit/form/form.module.css'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { countryName } from '#console/kit/i18n/names.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import { factWord, givenFacts } from './facts.ts'
import { goToProvider } from './go-to-provider.ts'
import styles from './onboarding.module.css'
import { ofOnboarding, type OnboardingCase } from './use-onboarding.ts'

/** The facts of the business, filled in from the KYC, which are handed in at the provider; after a rejection once more. */
export function HandIn({ found }: { found: OnboardingCase }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const client = useQueryClient()
  const denied = useDenied('paymentChannels')
  const { state, kind, channel_key: channelName, facts, statusChannelReason: reason } = found
  const name = isolated(found.channel_name)
  // A provider that refused it at once never had a case.
  const rejected = state === 'REJECTED' || reason !== ''
  const { form, onSubmit, pending, failure } = useCallForm(handInOnboarding, {
    initial: Object.fromEntries(givenFacts.map((fact) => [fact, facts[fact]])) as Record<Given, string>,
    path: { channelName },
    // An address is no field that can be emptied.
    toBody: ({ contact_email, ...values }) => ({ ...values, ...(contact_email.trim() && { contact_email }) }),
    blanks: 'sent',
    refreshes: ofOnboarding,
    onDone: ({ answer }) => goToProvider(answer.action_url),
  })
  // What the provider said against it is in the case, and so is what somebody else has handed in meanwhile.
  useEffect(() => {
    if (failure) void client.invalidateQueries({ queryKey: [readOnboarding.at] })
  }, [failure, client])
  return (
    <form noValidate className={`${formStyles['form']} ${styles['form']}`} onSubmit={onSubmit}>
      {rejected && (
        <Notice title={t(($) => $.onboarding.rejectedTitle, { name })}>
          {reason && <p>{t(($) => $.payChannels.providerSays, { name, text: isolated(reason) })}</p>}
          <p>{t(($) => $.onboarding.rejectedText)}</p>
        </Notice>
      )}
      <FormSection title={t(($) => $.onboarding.facts)}>
        <p className="wide">
          {t(($) => (kind === 'referral' ? $.onboarding.factsReferral : $.onboarding.factsForm), { name })}
        </p>
        {givenFacts.map((fact) => {
          const Input = fact === 'business' ? Textarea : TextInput
          return (
            <Fragment key={fact}>
              <Input
                label={factWord(fact)}
                dir={leftToRight.has(fact) ? 'ltr' : 'auto'}
                {...(fact === 'business' || fact === 'address' ? { className: 'wide' } : {})}
                {...(fact === 'website_url' ? { placeholder: 'https://' } : {})}
                {...form.getInputProps(fact)}
              />
              {fact === 'city' && (
                <TextInput label={factWord('country')} value={countryName(facts.country, language)} readOnly />
              )}
            </Fragment>
          )
        })}
      </FormSection>
      {failure && !(rejected && failure.reason === faults.registrationRejected.reason) && (
        <FormFailure error={failure} />
      )}
      <div className={formStyles['buttons']}>
        <Button type="submit" loading={pending} disabled={denied !== null}>
          {rejected
            ? t(($) => $.onboarding.handInAgain)
            : t(($) => (kind === 'referral' ? $.onboarding.goTo : $.onboarding.handIn), { name })}
        </Button>
        <ButtonLink to="paymentChannel" search={{ channelName }} variant="default">
          {t(($) => $.onboarding.byKeys)}
        </ButtonLink>
        <WhyNot rule="paymentChannels" />
      </div>
      <AskBeforeLeaving unsaved={form.isDirty() && !pending} />
    </form>
  )
}
type Given = (typeof givenFacts)[number]

const leftToRight = new Set<string>(['website_url', 'contact_email', 'contact_phone', 'registration_number'])
