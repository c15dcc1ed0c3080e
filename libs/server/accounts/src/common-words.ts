/** Words of weak passwords, German and English: collected for Konsil, unordered. */
export const commonWords: readonly string[] = `
password passwort kennwort passw pass secret geheim geheimnis parole login logon signin admin administrator root user benutzer gast guest
test tester testing demo default changeme letmein access zugang welcome willkommen hello hallo hi moin servus hey start anfang master
qwerty qwertz qwert asdf asdfgh yxcvbn zxcvbn qazwsx qaywsx azerty abc abcd abcdef trustno iloveyou ichliebedich lovely love liebe liebling loveme
schatz schatzi schnucki schnecke hase hasi baby engel angel prinzessin princess prinz prince queen king koenig kaiser
summer sommer winter spring fruehling autumn herbst season january januar february februar march maerz april may mai june juni july juli august september october oktober november december dezember
monday montag tuesday dienstag wednesday mittwoch thursday donnerstag friday freitag saturday samstag sunday sonntag weekend wochenende
sunshine sonne sonnenschein sun moon mond star stern sterne sky himmel rainbow regenbogen flower blume blumen rose rosen snow schnee rain regen ocean wasser water fire feuer
dragon drache monkey affe tiger lion loewe wolf panther eagle adler falcon falke bear baer horse pferd dog hund hundi cat katze kater mieze maus mouse rabbit bunny butterfly schmetterling dolphin delfin shark hai spider spinne
football fussball baseball basketball hockey soccer tennis golf handball volleyball ski racing rugby
bayern bayernmuenchen dortmund borussia schalke hsv werder bremen stpauli koeln hertha arsenal chelsea liverpool barcelona realmadrid juventus manchester ronaldo messi
berlin hamburg muenchen munich frankfurt stuttgart dresden leipzig wien vienna zuerich zurich deutschland germany oesterreich austria schweiz switzerland europa europe london paris america england italia bayer
superman batman spiderman ironman starwars pokemon pikachu naruto matrix gandalf frodo hobbit harrypotter potter merlin simpsons snoopy mickey disney minecraft fortnite nintendo playstation xbox
computer internet windows microsoft apple iphone android samsung google facebook instagram twitter youtube amazon netflix linux server network laptop handy telefon phone
michael michelle daniel daniela thomas andreas stefan stephan stefanie christian christine christina martin martina peter petra klaus claus sabine susanne monika nicole nicola jessica jennifer julia juliane julian anna anne annika maria marie mario markus marcus matthias alexander alexandra sandra sascha sebastian sarah laura lukas lucas leon lena lisa jan jana jonas paul paula felix max maximilian tim tobias florian philipp david robert william charlie charlotte ashley amanda jordan hannah thomas george james john johnny jack harry donald barbara elizabeth matthew andrew joshua anthony justin brandon taylor hunter jasmin vanessa melanie katharina emma emilia mia sophia sofia
killer hacker ninja samurai pirate warrior hero legend freedom freiheit power energy magic zauber lucky glueck gluecklich happy smile sexy cool super mega best topsecret whatever nothing nichts something forever immer fuck shit arsch scheisse
chocolate schokolade cookie keks cheese kaese banana banane apfel cherry kirsche pepper pfeffer ginger coffee kaffee beer bier wein wine pizza
mustang ferrari porsche mercedes volkswagen audi bmw harley yamaha honda toyota corvette
jesus christ gott god heaven bibel church blessed family familie mutter vater mama papa mami papi oma opa bruder schwester kinder freund freunde friend friends
house haus garten garden school schule student studium work arbeit office buero boss chef money geld bank visa euro dollar silver silber gold golden diamond
doctor doktor arzt aerztin praxis klinik krankenhaus hospital patient patientin gesundheit health medizin medicine konsil nurse pflege
purple lila orange yellow gelb green gruen blue blau black schwarz white weiss red rot pink
shadow schatten phoenix mercury jupiter saturn venus apollo thunder donner blitz storm sturm
music musik guitar gitarre metallica beatles slipknot eminem nirvana rocky rambo maverick cowboy ranger soldier trinity bailey buster cooper maggie molly sophie bella rocco balu
`
  .split(/\s+/)
  .filter(Boolean);
