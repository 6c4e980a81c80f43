import { languages, languageTags } from '#i18n/languages.ts'
import { Select, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ClosedScreens } from '#console/kit/routing/closed-screens.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { chooseLanguage } from '#console/kit/auth/choose-language.ts'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { NotificationPreferences } from './notification-preferences.tsx'
import { ChangePassword } from './change-password.tsx'
import { EditProfile } from './edit-profile.tsx'
import { OwnSso } from './own-sso.tsx'
import styles from './profile.module.css'
import { Sessions } from './sessions.tsx'
import { TwoStep } from './two-step.tsx'

/** The user's profile: account, roles, appearance and security. */
export default function Profile(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Screen name="profile">
      <div className={styles['profile']}>
        <Section title={t(($) => $.profile.you)}>
          <EditProfile />
          <p className={styles['hint']}>
            {t(($) => $.settings.timeZone)}: <bdi dir="ltr">{user.time_zone.replaceAll('_', ' ')}</bdi>.{' '}
            {t(($) => $.profile.timeZoneHint)}
          </p>
        </Section>
        <TwoStep />
        <OwnSso />
        {!user.sso_required && (
          <Section title={t(($) => $.profile.password)}>
            <ChangePassword />
          </Section>
        )}
        <Sessions />
        <Section title={t(($) => $.settings.roles)}>
          <dl className={styles['roles']}>
            {user.roles.map((role) => (
              <div key={role}>
                <dt>{wireWord('roles', role)}</dt>
                <dd>{wireWord('roleTexts', role)}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <ClosedScreens />
        <Section title={t(($) => $.profile.appearance)}>
          <Appearance />
        </Section>
        <NotificationPreferences />
      </div>
    </Screen>
  )
}

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

function Appearance(): ReactNode {
  const { t } = useTranslation()
  const shown = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles['fields']}>
      <Select
        label={t(($) => $.shell.language)}
        data={languageTags.map((tag) => ({ value: tag, label: languages[tag].name }))}
        value={shown}
        allowDeselect={false}
        onChange={(tag) => tag && void chooseLanguage(tag)}
      />
      <Select
        label={t(($) => $.shell.scheme)}
        data={schemes.map((scheme) => ({ value: scheme, label: t(($) => $.shell.schemes[scheme]) }))}
        value={colorScheme}
        allowDeselect={false}
        onChange={(scheme) => scheme && setColorScheme(scheme)}
      />
    </div>
  )
}
