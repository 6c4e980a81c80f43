import { Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyScope } from '#contract/kit/key-scopes.ts'
import {
  createServerKey,
  listServerKeys,
  rotateServerKey,
  serverKeyDays,
  updateServerKey,
  type NewServerKey,
  type ServerKey,
} from '#contract/server-keys.ts'
import { FormDialogue } from '#console/kit/form/form-dialogue.tsx'
import { useCallForm, type CallForm } from '#console/kit/form/use-call-form.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { useOverlaps } from './rotate-secret.tsx'
import { ScopeFields } from './scopes.tsx'

interface Values {
  name: string
  scopes: KeyScope[]
  networks: string
  days: string
}
const refreshes = [listServerKeys]
const bodyOf = ({ name, scopes, networks }: Values) => ({
  name,
  scopes,
  networks: networks.split(/[\s,;]+/).filter((network) => network !== ''),
})
/** The networks are lines of one field. */
const fieldOf = (path: string) => path.replace(/^(networks|scopes)\..*/, '$1')

/** The form of a new server key. */
export function CreateServerKey(props: { onMade: (key: NewServerKey) => void; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const form = useCallForm(createServerKey, {
    initial: { name: '', scopes: [], networks: '', days: '365' } satisfies Values as Values,
    toBody: (values) => ({ ...bodyOf(values), days: values.days === '' ? null : Number(values.days) }),
    blanks: 'sent',
    refreshes,
    fieldOf,
    onDone: ({ answer }) => props.onMade(answer),
  })
  const words = { title: t(($) => $.serverKeys.createTitle), submit: t(($) => $.serverKeys.create) }
  return <Fields {...words} {...form} onClose={props.onClose} withEnd />
}

/** The form that changes a key at once. */
export function EditServerKey({ of, onClose }: { of: ServerKey; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const { name, scopes, networks } = of
  const form = useCallForm(updateServerKey, {
    initial: { name, scopes, networks: networks.join('\n'), days: '' } as Values,
    toBody: bodyOf,
    blanks: 'sent',
    path: { key_id: of.key_id },
    refreshes,
    fieldOf,
    onDone: onClose,
  })
  const words = { title: t(($) => $.serverKeys.editTitle), submit: t(($) => $.webhooks.save) }
  return <Fields {...words} {...form} onClose={onClose} held={scopes} />
}

interface FieldsProps extends CallForm<Values> {
  title: string
  submit: string
  held?: readonly KeyScope[]
  withEnd?: true
  onClose: () => void
}
function Fields({ title, submit, form, onSubmit, pending, failure, held, withEnd, onClose }: FieldsProps): ReactNode {
  const { t } = useTranslation()
  return (
    <FormDialogue {...{ title, submit, onSubmit, pending, failure, onClose }}>
      <TextInput
        data-autofocus
        label={wireWord('columns', 'name')}
        description={t(($) => $.serverKeys.nameHint)}
        dir="auto"
        autoComplete="off"
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <ScopeFields
        value={form.values.scopes}
        {...(held && { held })}
        error={form.errors['scopes']}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
      />
      <Textarea
        label={wireWord('columns', 'networks')}
        description={t(($) => $.serverKeys.networksHint)}
        placeholder="203.0.113.0/24"
        dir="ltr"
        autosize
        minRows={2}
        {...form.getInputProps('networks')}
      />
      {withEnd && (
        <Select
          label={wireWord('columns', 'expires_at')}
          allowDeselect={false}
          data={serverKeyDays.map((count) =>
            count === null
              ? { value: '', label: t(($) => $.serverKeys.noEnd) }
              : { value: String(count), label: t(($) => $.serverKeys.days, { count }) },
          )}
          {...form.getInputProps('days')}
        />
      )}
    </FormDialogue>
  )
}

/** Asks how long the old key stays good. */
export function RotateServerKey(props: {
  of: ServerKey
  onMade: (key: NewServerKey) => void
  onClose: () => void
}): ReactNode {
  const { t } = useTranslation()
  const choices = useOverlaps()
  const { form, ...rest } = useCallForm(rotateServerKey, {
    initial: { overlap_hours: '24' },
    toBody: (values) => ({ overlap_hours: Number(values.overlap_hours) }),
    path: { key_id: props.of.key_id },
    refreshes,
    onDone: ({ answer }) => props.onMade(answer),
  })
  return (
    <FormDialogue
      title={t(($) => $.serverKeys.rotateTitle, { name: isolated(props.of.name) })}
      submit={t(($) => $.keys.rotate)}
      {...rest}
      onClose={props.onClose}
    >
      <p>{t(($) => $.serverKeys.rotateText)}</p>
      <Select
        data-autofocus
        label={t(($) => $.serverKeys.overlap)}
        allowDeselect={false}
        data={choices}
        {...form.getInputProps('overlap_hours')}
      />
    </FormDialogue>
  )
}
