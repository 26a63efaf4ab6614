// Quality signals: what about a page should make a reader doubt that it is the page that was meant. Pure; the
// phrases are English first, the marks are not bound to a language.

export interface SignalInput {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly title: string
  readonly firstHeading: string
  /** Beginning of the text that a visitor sees. */
  readonly opening: string
  readonly noscript: string
  readonly words: number
  readonly visibleWords: number
  readonly scripts: number
  readonly hasPasswordField: boolean
  readonly hasEmptyAppRoot: boolean
  readonly hasPaywallMark: boolean
}

/** Fewer words than this are very short content (W3). */
export const shortWords = 60
/** Interstitials and error pages say little; an article that mentions their phrases says more. */
const interstitialWordsMax = 220
/** An application that has not run shows at most its loading line. */
const shellWordsMax = 40
/** Pages with less text have no proportion worth telling. */
const boilerplateWordsMin = 300
const boilerplateShareMax = 0.2

const challenge =
  /just a moment|attention required|checking (?:if the site|your browser)|verif(?:y|ying) (?:that )?you are (?:a )?human|are you (?:a )?(?:robot|human)|not a robot|enable javascript and cookies to continue|ddos protection|unusual traffic|complete the (?:captcha|security check)|pardon our interruption|request unsuccessful\. incapsula|bots use|access denied.{0,200}reference #/i
const notFound =
  /\b404\b|(?:page|site|article|document|content|file)(?: you(?:['’]re| are)? \w+(?: for)?)? (?:was |is |has |could |can|does)?\s?(?:not|n['’]t|no longer)\b.{0,20}(?:found|exist|available|be found)|not found|seite nicht gefunden|page introuvable|página no encontrada|sorry, (?:we|that page|this page)/i
const login =
  /^(?:sign|log)[\s-]?(?:in|on)\b|\b(?:sign|log) in to (?:continue|your|view|access|\w+)|anmelden|connexion|iniciar sesión/i
const consent =
  /cookies?|consent|gdpr|privacy (?:choices|settings|preferences)|datenschutz|confidentialité/gi
const consentChoice =
  /accept(?: all)?|agree|reject(?: all)?|manage (?:choices|options|preferences)|akzeptieren|zustimmen|accepter|aceptar/i
const paywall =
  /subscribe (?:now )?to (?:continue|read|keep reading)|subscribers? only|to continue reading|keep reading (?:with|for)|already a subscriber|create (?:a|an|your) (?:free )?account to (?:continue|read)|remaining free articles|this (?:article|content) is for (?:paying )?(?:subscribers|members)|unlock this (?:article|story)/i
const needsScript =
  /(?:enable|requires?|need to enable|turn on) javascript|javascript (?:is )?(?:required|disabled|must)/i

export function judgeQuality(input: SignalInput): string[] {
  const isInterstitial = input.words < interstitialWordsMax
  const names = `${input.title}\n${input.firstHeading}`
  const signals: string[] = []
  const add = (name: string, isSet: boolean) => {
    if (isSet) signals.push(name)
  }
  const isChallenge = judgeChallenge(input, names)
  const isShell = !isChallenge && judgeShell(input)
  add("very_short_content", input.words < shortWords)
  add("empty_spa", isShell)
  add("challenge", isChallenge)
  add("login_wall", isInterstitial && (input.hasPasswordField || login.test(names)))
  add("soft_404", input.status < 400 && isInterstitial && notFound.test(names))
  add("consent_page", isInterstitial && judgeConsent(input, names))
  add("possible_paywall", input.hasPaywallMark || paywall.test(input.opening))
  add("high_boilerplate_ratio", judgeBoilerplate(input))
  return signals
}

function judgeChallenge(input: SignalInput, names: string): boolean {
  if (input.headers["cf-mitigated"] === "challenge") return true
  return input.words < interstitialWordsMax && challenge.test(`${names}\n${input.opening}`)
}

function judgeShell(input: SignalInput): boolean {
  if (input.words >= shellWordsMax) return false
  return (
    input.hasEmptyAppRoot ||
    needsScript.test(`${input.noscript} ${input.opening}`) ||
    (input.scripts > 2 && input.visibleWords < 10)
  )
}

function judgeConsent(input: SignalInput, names: string): boolean {
  const mentions = `${names}\n${input.opening}`.match(consent)?.length ?? 0
  return mentions > 2 && consentChoice.test(input.opening)
}

function judgeBoilerplate(input: SignalInput): boolean {
  if (input.visibleWords < boilerplateWordsMin) return false
  return input.words / input.visibleWords < boilerplateShareMax
}
