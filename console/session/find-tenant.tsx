import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { findSsoTenant } from '#contract/sso.ts'
import { Entry } from '#console/kit/shell/entry.tsx'
import styles from '#console/kit/shell/entry.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { useAction } from '#console/kit/api/use-call.ts'

/** Leads to the sign-in page of a business, by its name or a work address. */
export default function FindTenant(): ReactNode {
  const { t } = useTranslation()
  const go = useGo()
  const { redirectFrom } = useScreenSearch('findTenant')
  const search = redirectFrom ? { redirectFrom } : {}
  const { act, pending, error } = useAction(findSsoTenant)
  const [company, setCompany] = useState('')
  const [absent, setAbsent] = useState(false)
  const submit = async () => {
    setAbsent(false)
    const outcome = await act({ body: { company } })
    if (!outcome.ok) return
    const { tenant_id: tenant } = outcome.answer
    if (tenant === null) setAbsent(true)
    else await go({ to: 'tenantSignIn', params: { tenant }, search })
  }
  return (
    <Entry title={t(($) => $.screens.findTenant)}>
      <form
        className={styles['fields']}
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextInput
          label={t(($) => $.sso.findLabel)}
          name="company"
          dir="auto"
          autoComplete="email"
          autoFocus
          required
          withAsterisk={false}
          maxLength={254}
          error={absent && t(($) => $.sso.findNone)}
          value={company}
          onChange={(event) => {
            setCompany(event.currentTarget.value)
            setAbsent(false)
          }}
        />
        <FieldFailure error={error} />
        <Button type="submit" loading={pending} fullWidth>
          {t(($) => $.sso.findGo)}
        </Button>
      </form>
      <div className={styles['others']}>
        <ScreenLink to="signIn" search={search}>
          {t(($) => $.sso.byPassword)}
        </ScreenLink>
      </div>
    </Entry>
  )
}
