import { Button, Checkbox, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { roles, type Role } from '#contract/access.ts'
import { mayGrant } from '#contract/grants.ts'
import { readSso, saveSso, type Sso } from '#contract/sso-connection.ts'
import { FormFailure, FormSection } from '#console/kit/form/form-screen.tsx'
import form from '#console/kit/form/form.module.css'
import { refreshUser, useUser } from '#console/kit/auth/session.ts'
import { useCallForm } from '#console/kit/form/use-call-form.ts'
import { wireWord } from '#console/kit/i18n/words.ts'
import { TestConnection } from './test-connection.tsx'
import styles from './sso.module.css'

interface ConnectionFormProps {
  sso: Sso
  /** Passes on the typed tenant name, which is part of the addresses. */
  onTenant: (tenant: string) => void
}

/** The form of the connection. */
export function ConnectionForm({ sso, onTenant }: ConnectionFormProps): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const { connection, administrators } = sso
  const {
    form: fields,
    onSubmit,
    pending,
    failure,
  } = useCallForm(saveSso, {
    initial: valuesOf(sso),
    toBody: (values) => bodyOf(values, connection),
    // Empty roles and an empty secret have a meaning.
    blanks: 'sent',
    refreshes: [readSso],
    onDone: () => void refreshUser(),
  })
  const { values, getInputProps } = fields
  return (
    <form noValidate className={form['form']} onSubmit={onSubmit}>
      <FormSection title={t(($) => $.sso.provider)}>
        <div className="wide">
          <TextInput
            label={t(($) => $.sso.issuer)}
            description={t(($) => $.sso.issuerHint)}
            type="url"
            dir="ltr"
            placeholder="https://login.example.com"
            {...getInputProps('issuer')}
          />
          <TestConnection issuer={values.issuer} />
        </div>
        <TextInput
          label={t(($) => $.sso.clientId)}
          description={t(($) => $.sso.clientIdHint)}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...getInputProps('client_id')}
        />
        <PasswordInput
          label={t(($) => $.sso.clientSecret)}
          description={connection ? t(($) => $.sso.secretKept) : t(($) => $.sso.secretHint)}
          placeholder={connection?.client_secret ?? ''}
          dir="ltr"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t(($) => $.sso.showSecret), tabIndex: 0 }}
          {...getInputProps('client_secret')}
        />
        <TextInput
          className="wide"
          label={t(($) => $.sso.scopes)}
          description={t(($) => $.sso.scopesHint)}
          dir="ltr"
          spellCheck={false}
          {...getInputProps('scopes')}
        />
      </FormSection>
      <FormSection title={t(($) => $.sso.signInPage)}>
        <TextInput
          label={t(($) => $.sso.company)}
          description={t(($) => $.sso.companyHint)}
          dir="auto"
          maxLength={120}
          {...getInputProps('company_name')}
        />
        <TextInput
          label={t(($) => $.sso.tenant)}
          description={connection ? t(($) => $.sso.tenantFixed) : t(($) => $.sso.tenantHint)}
          dir="ltr"
          readOnly={connection !== null}
          spellCheck={false}
          {...getInputProps('tenant_id')}
          onChange={(event) => {
            fields.setFieldValue('tenant_id', event.currentTarget.value)
            onTenant(event.currentTarget.value)
          }}
        />
      </FormSection>
      <FormSection title={t(($) => $.sso.who)}>
        <Switch
          className="wide"
          label={t(($) => $.sso.enabled)}
          description={t(($) => $.sso.enabledHint)}
          disabled={!isFilledIn(values)}
          {...getInputProps('enabled', { type: 'checkbox' })}
        />
        <Switch
          className="wide"
          label={t(($) => $.sso.provision)}
          description={t(($) => $.sso.provisionHint)}
          {...getInputProps('provision', { type: 'checkbox' })}
        />
        {values.provision && (
          <Checkbox.Group className="wide" label={t(($) => $.sso.provisionRoles)} {...getInputProps('provision_roles')}>
            <div className={styles['roles']}>
              {roles
                .filter((role) => mayGrant(user.roles, role) || values.provision_roles.includes(role))
                .map((role) => (
                  <Checkbox key={role} value={role} label={wireWord('roles', role)} />
                ))}
            </div>
          </Checkbox.Group>
        )}
        <Switch
          className="wide"
          label={t(($) => $.sso.required)}
          description={t(($) => $.sso.requiredHint)}
          {...getInputProps('required', { type: 'checkbox' })}
        />
        {values.required && (
          <Select
            className="wide"
            label={t(($) => $.sso.breakGlass)}
            description={t(($) => $.sso.breakGlassHint)}
            data={administrators.map(({ sub_user_id, name, email_address }) => ({
              value: sub_user_id,
              label: `${name} · ${email_address}`,
            }))}
            {...getInputProps('break_glass_user')}
          />
        )}
      </FormSection>
      {failure && <FormFailure error={failure} />}
      <div className={styles['save']}>
        <Button type="submit" loading={pending}>
          {t(($) => $.settings.save)}
        </Button>
      </div>
    </form>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf({ connection, suggested_tenant_id }: Sso) {
  return {
    tenant_id: connection?.tenant_id ?? suggested_tenant_id,
    company_name: connection?.company_name ?? '',
    issuer: connection?.issuer ?? '',
    client_id: connection?.client_id ?? '',
    client_secret: '',
    scopes: (connection?.scopes ?? ['email', 'profile']).join(' '),
    enabled: connection?.enabled ?? false,
    required: connection?.required ?? false,
    break_glass_user: connection?.break_glass_user ?? '',
    provision: connection?.provision ?? false,
    provision_roles: (connection?.provision_roles ?? []) as Role[],
  }
}

/** Whether there is a provider to switch on. */
const isFilledIn = ({ issuer, client_id }: Values) => issuer.trim() !== '' && client_id.trim() !== ''

const bodyOf = ({ scopes, ...values }: Values, connection: Sso['connection']) => ({
  ...values,
  // Empty when single sign-on is no longer required.
  break_glass_user: values.required ? (values.break_glass_user ?? '') : '',
  scopes: scopes.split(/\s+/).filter((name) => name !== '' && name !== 'openid'),
  ...(connection && { revision: connection.revision }),
})
