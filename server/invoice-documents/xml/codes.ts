import { defaultLanguage } from '#i18n/languages.ts'
/** Codes of EN 16931 as far as invoices here use them. */

/** Units of UN/ECE Recommendation 20 that are taken as codes. */
const unitCodes = new Set(
  (
    'A99 ACR AMP ANN ASM BAR BB BG BLL BO BX C62 CEL CLT CMK CMQ CMT CT D63 DAA DAY DLT DMK DMQ DMT DZN DZP E48 E49 E50 E51 EA ' +
    'FOT FTK FTQ GLL GRM GRO GWH H87 HAR HLT HTZ HUR INH JOU KGM KHZ KLT KMK KMT KVT KWH KWT LBR LEF LPA LTR MAW MGM MHZ MIN MIK ' +
    'MLT MMK MMQ MMT MON MTK MTQ MTR MWH NAR NMP NPR ONZ P1 PA PF PR QAN QT RM ROM SEC SET SMI ST STN TNE TP WEE WHR WTT XBG XBO XBX ' +
    'XCT XEA XPA XPC XPK XPX XRO YRD'
  ).split(' '),
)
const unitWords = new Map(Object.entries({
  h: 'HUR', hr: 'HUR', hrs: 'HUR', hour: 'HUR', hours: 'HUR', min: 'MIN', minute: 'MIN', minutes: 'MIN',
  day: 'DAY', days: 'DAY', week: 'WEE', weeks: 'WEE', month: 'MON', months: 'MON', year: 'ANN', years: 'ANN',
  kg: 'KGM', g: 'GRM', t: 'TNE', m: 'MTR', cm: 'CMT', mm: 'MMT', km: 'KMT', 'm²': 'MTK', m2: 'MTK', 'm³': 'MTQ', m3: 'MTQ',
  l: 'LTR', ml: 'MLT', kwh: 'KWH', piece: 'H87', pieces: 'H87', pc: 'H87', pcs: 'H87', pair: 'PR', pairs: 'PR', set: 'SET', sets: 'SET',
  unit: 'C62', units: 'C62', '': 'C62',
})) // prettier-ignore

/** The code of a unit, and the merchant's word where there is none for it: then it is a number of things. */
export function unitOf(unit: string): { code: string; word: string } {
  const code = unitCodes.has(unit) ? unit : unitWords.get(unit.trim().toLowerCase())
  return { code: code ?? 'C62', word: code === undefined ? unit : '' }
}

/** Schemes of electronic addresses (EAS). */
const addressSchemes = new Set(
  (
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 ' +
    '0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 ' +
    '0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 ' +
    '9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM'
  ).split(' '),
)
export const isAddressScheme = (scheme: string): boolean => addressSchemes.has(scheme)

/** Whether two letters are a country of ISO 3166-1. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined && !beside.has(code)
const regions = new Intl.DisplayNames(defaultLanguage, { type: 'region', fallback: 'none' })
/** Regions that Unicode has beside those of ISO 3166-1, and codes that are no longer in it. */
const beside = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO QU RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

/** The code of the reason why there is no tax (VATEX), where it follows from the category. */
export const exemptionCodes: Partial<Record<string, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

/** Types of documents (UNTDID 1001) and means of payment (UNTDID 4461). */
export const documentTypes = { invoice: '380', credit_note: '381' } as const
export const paymentMeans = { creditTransfer: '30', sepa: '58', online: '68' } as const
