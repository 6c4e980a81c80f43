import { Switch, TextInput } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoutingRule } from '#contract/routing-shapes.ts'
import { Section } from '#console/kit/details/detail.tsx'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { AskBeforeLeaving } from '#console/kit/form/unsaved.tsx'
import type { CallForm } from '#console/kit/form/use-call-form.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { ChannelFields } from './channel-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import styles from './routing.module.css'
import { RuleConflicts } from './rule-conflicts.tsx'
import { contentOf, type RuleValues } from './rule-values.ts'
import { ruleSentence } from './rule-words.ts'
import { TryPayment } from './try-payment.tsx'
import { channelNames, type Channels } from './use-rules.ts'

interface RuleFormProps extends CallForm<RuleValues> {
  title: string
  rules: readonly RoutingRule[]
  channels: Channels
  /** The rule as it is saved; null for a new one. */
  rule: RoutingRule | null
  actions?: ReactNode
  notice?: ReactNode
  below?: ReactNode
}

/** The form of a rule, with its sentence, its conflicts and a payment to try on it beside. */
export function RuleForm(props: RuleFormProps): ReactNode {
  const { form, onSubmit, pending, failure, title, rules, channels, rule, actions, notice, below } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const content = useMemo(() => contentOf(form.values), [form.values])
  const draft = useMemo(() => draftOf(content, rules, rule), [content, rules, rule])
  const { nameOf } = channelNames(channels)
  return (
    <FormScreen
      name="routingRule"
      title={title}
      back="paymentChannels"
      backSearch={{ tab: 'routing' }}
      submit={t(($) => $.routing.save)}
      {...{ onSubmit, pending, failure }}
      actions={actions}
      head={notice}
      aside={
        <>
          <Section title={t(($) => $.routing.inWords)}>
            <p className={styles['sentence']} aria-live="polite">
              {ruleSentence(content, nameOf, language)}
            </p>
            {content.is_enabled ? (
              <RuleConflicts rules={draft.rules} rule={draft.rule} channels={channels} />
            ) : (
              <p className={styles['hint']}>{t(($) => $.routing.isOff)}</p>
            )}
          </Section>
          <TryPayment draft={form.values} rule={rule} />
        </>
      }
      below={below}
    >
      <FormSection title={t(($) => $.routing.general)}>
        <TextInput
          className="wide"
          label={wireWord('columns', 'name')}
          dir="auto"
          autoComplete="off"
          maxLength={80}
          required
          withAsterisk={false}
          autoFocus={rule === null}
          {...form.getInputProps('name')}
        />
        <Switch
          className="wide"
          label={t(($) => $.routing.enabled)}
          {...form.getInputProps('is_enabled', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={t(($) => $.routing.conditions)}>
        <ConditionFields form={form} />
      </FormSection>
      <FormSection title={t(($) => $.routing.channels)}>
        <ChannelFields form={form} channels={channels} />
      </FormSection>
      <AskBeforeLeaving unsaved={form.isDirty() && !pending} />
    </FormScreen>
  )
}

/** The rules with what is typed in the place of the rule, or behind the others. */
function draftOf(content: ReturnType<typeof contentOf>, rules: readonly RoutingRule[], rule: RoutingRule | null) {
  const now = ''
  const blank = { routing_ref: '', is_default: false, position: 0, revision: 0, created_at: now, updated_at: now }
  const drafted: RoutingRule = { ...(rule ?? blank), ...content }
  const others = rules.map((one) => (one.routing_ref === rule?.routing_ref ? drafted : one))
  const last = others.findIndex((one) => one.is_default)
  const place = last < 0 ? others.length : last
  return { rule: drafted, rules: rule ? others : others.toSpliced(place, 0, drafted) }
}
