import { Textarea } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { createUser, listUsers } from '#contract/users.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { FormScreen, FormSection } from '#console/kit/form/form-screen.tsx'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText, wireWord } from '#console/kit/i18n/words.ts'
import { ActingFor, useActingFor } from '#console/kit/routing/acting-for.tsx'
import { useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { addressesIn, type Invitee } from './addresses-in.ts'
import { InviteOutcomes, type InviteOutcome } from './invite-outcomes.tsx'
import { RolePicker } from './role-picker.tsx'
import { RoleRights } from './role-rights.tsx'

/** The form that invites several people with the same roles. */
export default function InviteSeveral(): ReactNode {
  const { merchant = '' } = useScreenSearch('inviteSeveral')
  return (
    <ActingFor merchant={merchant}>
      <Form />
    </ActingFor>
  )
}

function Form(): ReactNode {
  const { t } = useTranslation()
  const merchant = useActingFor()
  const [typed, setTyped] = useState('')
  const [roles, setRoles] = useState<Role[]>([])
  const [asked, setAsked] = useState(false)
  const { outcomes, running, send } = useInvitations()
  const { people, wrong } = addressesIn(typed)
  const errors = {
    addresses:
      wrong.length > 0
        ? t(($) => $.users.noAddresses, { count: wrong.length, what: wrong.slice(0, 3).join(', ') })
        : people.length === 0
          ? t(($) => $.fieldReasons.required)
          : people.length > limits.invitedAtOnce && t(($) => $.users.tooManyAtOnce, { most: limits.invitedAtOnce }),
    roles: roles.length === 0 && t(($) => $.fieldReasons.required),
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setAsked(true)
    if (errors.addresses || errors.roles) return
    const failed = await send(people, roles)
    // What is left to do stays in the field.
    setTyped(failed.map(({ name, email }) => `${name} <${email}>`).join('\n'))
    setAsked(false)
  }
  return (
    <FormScreen
      name="inviteSeveral"
      back="accounts"
      backSearch={merchant ? { merchant } : {}}
      submit={t(($) => $.users.sendInvitations, { count: Math.max(1, people.length) })}
      onSubmit={(event) => void submit(event)}
      pending={running}
      failure={null}
      aside={<RoleRights roles={roles} />}
    >
      {outcomes.length > 0 && <InviteOutcomes outcomes={outcomes} />}
      <FormSection title={t(($) => $.users.people)}>
        <Textarea
          className="wide"
          label={t(($) => $.users.addresses)}
          description={t(($) => $.users.addressesHint)}
          dir="ltr"
          autosize
          minRows={4}
          maxRows={12}
          autoComplete="off"
          spellCheck={false}
          disabled={running}
          error={asked && errors.addresses}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </FormSection>
      <FormSection title={wireWord('columns', 'roles')}>
        <div className="wide">
          <RolePicker
            label={wireWord('columns', 'roles')}
            value={roles}
            error={asked && errors.roles}
            path="roles"
            onChange={setRoles}
          />
        </div>
      </FormSection>
    </FormScreen>
  )
}

/** Sends one invitation after the other, each with a key of its own, and keeps how each went. */
function useInvitations() {
  const { act } = useAction(createUser, { refreshes: [listUsers], quiet: true })
  const [outcomes, setOutcomes] = useState<InviteOutcome[]>([])
  const [running, setRunning] = useState(false)
  const send = async (people: readonly Invitee[], roles: Role[]): Promise<Invitee[]> => {
    setRunning(true)
    const failed: Invitee[] = []
    const done: InviteOutcome[] = []
    const show = () =>
      setOutcomes([...done, ...people.slice(done.length).map(({ email }) => ({ email, state: 'waiting' as const }))])
    show()
    for (const person of people) {
      const { name, email } = person
      const outcome = await act({ body: { name, email_address: email, roles } })
      if (!outcome.ok) failed.push(person)
      done.push(outcome.ok ? { email, state: 'invited' } : { email, state: 'failed', why: whyOf(outcome.error) })
      show()
    }
    setRunning(false)
    return failed
  }
  return { outcomes, running, send }
}

/** The text of the field that is wrong, or of the failure. */
const whyOf = (error: CallError): string => (error.errors[0] ? fieldText(error.errors[0]) : failureText(error))
