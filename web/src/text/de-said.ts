// What the core says of records and a server of requests, in German.
//
// The English sentence is the key, {a} to {d} are words in it, which may be sentences of this list
// themselves.  The first that fits is taken, so the narrow ones come first.
const said: Record<string, string> = {
    // A record that is faulty: src/core/record*.c and notation.c
    'the round is over: {a}': 'die Runde ist zu Ende; {a}',
    'the round is not over: {a}': 'die Runde ist nicht zu Ende; {a}',
    'the game is over: {a}': 'die Partie ist zu Ende; {a}',
    'the game is not over: {a}': 'die Partie ist nicht zu Ende; {a}',
    'nothing should stand here, not {b}': 'hier sollte nichts mehr stehen, nicht {b}',
    'a {a} city should stand here, not {b}': 'hier sollte eine {a} Stadt stehen, nicht {b}',
    '{a} should stand here, not {b}': 'hier sollte {a} stehen, nicht {b}',
    '{a} is missing at the end': 'am Ende fehlt {a}',
    "'variant' or 'seats'": "'variant' oder 'seats'",
    "'name' or 'round'": "'name' oder 'round'",
    'a turn': 'ein Zug',
    green: 'grüne',
    blue: 'blaue',
    yellow: 'gelbe',
    orange: 'orange',
    red: 'rote',
    'one space and then {a} should follow': 'ein Leerzeichen und dann {a} sollte folgen',
    '{a} is a whole number from {b} to {c}, not {d}':
        '{a} ist eine ganze Zahl von {b} bis {c}, nicht {d}',
    "the format's number": 'die Nummer des Formats',
    "a board's id": 'der Name eines Plans',
    'a rule set': 'ein Regelwerk',
    'a variant': 'eine Variante',
    'the number of seats': 'die Zahl der Plätze',
    'the seat': 'der Platz',
    'a seat': 'ein Platz',
    'the round': 'die Runde',
    'a city': 'eine Stadt',
    'the score': 'die Zahl der Minuspunkte',
    'the number of points': 'die Zahl der Punkte',
    'the barrier': 'die Schranke',
    '{a} of seat {b} should be {c}': '{a} von Platz {b} sollte {c} sein',
    'this board has no junction {a}': 'dieser Plan hat keine Kreuzung {a}',
    'a line is written as in F4-G4, not {a}': 'eine Linie schreibt man wie F4-G4, nicht {a}',
    'this board has no line {a}': 'dieser Plan hat keine Linie {a}',
    "a line's end with the smaller column, then row, comes first, not as in {a}":
        'das Ende mit der kleineren Spalte, dann Zeile, kommt zuerst, nicht wie in {a}',
    'only a ferry line is written with ~, not as in {a}':
        'nur eine Fähre schreibt man mit ~, nicht wie in {a}',
    'a ferry line is written with ~, not as in {a}':
        'eine Fähre schreibt man mit ~, nicht wie in {a}',
    'nothing can follow here, but there is {a}': 'hier kann nichts mehr folgen, aber da steht {a}',
    'words are split by one space': 'zwischen Wörtern steht genau ein Leerzeichen',
    'this is a turn of its own: {a}': 'das ist ein Zug für sich: {a}',
    'a turn has at most two tracks, but there is {a}':
        'ein Zug hat höchstens zwei Schienen, aber da steht {a}',
    'the turn is empty': 'der Zug ist leer',
    'the line should end before {a}': 'die Zeile sollte vor {a} enden',
    'a line does not begin with a space': 'eine Zeile beginnt nicht mit einem Leerzeichen',
    'unknown key word {a}': 'unbekanntes Schlüsselwort {a}',
    'a tab; fields are split by one space': 'ein Tabulator; zwischen Wörtern steht ein Leerzeichen',
    'a carriage return; lines are ended by a line feed alone':
        'ein Wagenrücklauf; Zeilen enden mit einem Zeilenvorschub allein',
    'a control character': 'ein Steuerzeichen',
    'the text is not UTF-8': 'der Text ist nicht UTF-8',
    'the last line is not ended by a line feed: is the file cut off?':
        'die letzte Zeile endet nicht mit einem Zeilenvorschub: Ist die Datei abgeschnitten?',
    'this program reads format 1, not {a}': 'dieses Programm liest das Format 1, nicht {a}',
    'there is no board {a}': 'es gibt keinen Plan {a}',
    'there is no rule set {a}': 'es gibt kein Regelwerk {a}',
    'this board is not played by the rule set {a}':
        'dieser Plan wird nicht nach dem Regelwerk {a} gespielt',
    'this variant is named twice: {a}': 'diese Variante ist zweimal genannt: {a}',
    'there is no variant {a}': 'es gibt keine Variante {a}',
    'names stand in the order of the seats, each once':
        'Namen stehen in der Reihenfolge der Plätze, jeder einmal',
    'a name should follow': 'ein Name sollte folgen',
    'the next round is number {a}': 'die nächste Runde hat die Nummer {a}',
    'the starting player of this round is seat {a}': 'diese Runde beginnt Platz {a}',
    'by the seed the first to start is seat {a}': 'nach dem Startwert beginnt Platz {a}',
    'no card is hidden when cards are open': 'mit offenen Karten ist keine Karte verdeckt',
    'this board has no city {a}': 'dieser Plan hat keine Stadt {a}',
    'with 2 or 3 players this city is not dealt: {a}':
        'zu zweit oder zu dritt wird diese Stadt nicht ausgeteilt: {a}',
    'this card is dealt twice: {a}': 'diese Karte ist zweimal ausgeteilt: {a}',
    'the left-hand neighbour held {a}, not {b}': 'der linke Nachbar hatte {a}, nicht {b}',
    'the seed deals {a}, not {b}': 'der Startwert teilt {a} aus, nicht {b}',
    'the next deal is that of seat {a}': 'als Nächstes bekommt Platz {a} Karten',
    'it is the turn of seat {a}': 'am Zug ist Platz {a}',
    'seats ascend, each once': 'Plätze steigen auf, jeder einmal',
    'the connected seats are none': 'kein Platz ist verbunden',
    'the connected seats are {a}': 'verbunden: Platz {a}',
    'a round with hidden cards cannot be closed':
        'eine Runde mit verdeckten Karten lässt sich nicht abschließen',
    'the barrier should be at {a}': 'die Schranke sollte bei {a} stehen',
    'the winners are {a}': 'gewonnen hat: Platz {a}',
    'the record is too long': 'die Aufzeichnung ist zu lang',

    // Refusals that a record meets: they speak of somebody else's turn.
    "this line does not touch the seat's network": 'diese Linie berührt das Netz des Platzes nicht',
    "neither end of this ferry is in the seat's network":
        'kein Ende dieser Fähre liegt im Netz des Platzes',
    'the seat has no coloured track left': 'der Platz hat keine farbige Schiene mehr',
    'the seat has no private track left': 'der Platz hat keine private Schiene mehr',
    'the first track connected the seat and ended the round':
        'die erste Schiene hat den Platz verbunden und die Runde beendet',

    // What is refused at a table: src/match/match_ask.c
    'this table has been closed': 'dieser Tisch ist geschlossen',
    'the game has started: seats are fixed now': 'die Partie läuft: Die Plätze stehen jetzt fest',
    'only whoever opened the table may do that': 'das darf nur, wer den Tisch eröffnet hat',
    'seat: this table has seats 1 to {a}': 'dieser Tisch hat die Plätze 1 bis {a}',
    'you have a seat at this table: get up first':
        'du hast schon einen Platz an diesem Tisch: Steh erst auf',
    'somebody sits there': 'da sitzt schon jemand',
    'a bot sits there': 'da sitzt ein Bot',
    "key: this seat is for somebody with the table's invitation":
        'dieser Platz ist für jemanden mit dem Link der Einladung',
    'there are free seats: wait for people, or fill up with bots':
        'es sind Plätze frei: Warte auf Leute oder fülle mit Bots auf',
    'nobody but bots sits at this table': 'an diesem Tisch sitzen nur Bots',
    'the game has not started': 'die Partie hat noch nicht begonnen',
    'the game is over': 'die Partie ist zu Ende',
    'you have no seat at this table': 'du hast keinen Platz an diesem Tisch',
    'after: this table has no event of that number yet':
        'so weit ist dieser Tisch noch nicht: Lade die Seite neu',
    'the game has gone on since: look again':
        'die Partie ist inzwischen weitergegangen: Sieh noch einmal hin',
    'a bot plays for you: come back first': 'ein Bot spielt für dich: Komm erst zurück',
    'the round is over, the next has not begun':
        'die Runde ist zu Ende, die nächste hat noch nicht begonnen',
    'it is not your turn': 'du bist nicht am Zug',
    'the round is not over': 'die Runde ist nicht zu Ende',
    'seat: that is your own; you can leave': 'das ist dein eigener Platz; du kannst weggehen',
    'the clock takes care of that at this table': 'an diesem Tisch sorgt die Uhr dafür',
    'nobody waits for a person on that seat': 'auf diesem Platz wartet man auf niemanden',
    'that turn has not lasted two minutes yet': 'dieser Zug dauert noch keine zwei Minuten',
    'there is no chat at this table': 'an diesem Tisch gibt es kein Gespräch',
    'the host has muted you at this table':
        'der Gastgeber hat dich an diesem Tisch stumm geschaltet',
    'who: that is you': 'das bist du selbst',
    'as many people as possible are muted: give one the word':
        'mehr Leute lassen sich nicht stumm schalten: Gib erst einem das Wort',

    // Tables that deal the same cards: src/server/hub_party.c
    'you sit at another table that deals the same cards':
        'du sitzt an einem anderen Tisch, der dieselben Karten gibt',

    // A value that a server does not take: src/server/fields.c
    'the field {a} is missing; it must be {b}': 'das Feld {a} fehlt; erlaubt ist {b}',
    'the field {a} must be {b}': 'im Feld {a} ist erlaubt: {b}',
    'a text of {a} to {b} characters, none a control character':
        'ein Text von {a} bis {b} Zeichen, keines ein Steuerzeichen',
    "a text of {a} to {b} letters, digits, '-' or '_'":
        'ein Text von {a} bis {b} Buchstaben, Ziffern, Binde- oder Unterstrichen',
    'a whole number from {a} to {b}': 'eine ganze Zahl von {a} bis {b}',
    'true or false': "'true' oder 'false'",
};

// The sentences of src/core/refusal.c.
export const refusals: Record<string, string> = {
    'no round is being played': 'Es läuft keine Runde',
    "it is another seat's turn": 'Ein anderer ist am Zug',
    'the first turn of a round only places the start marker':
        'Im ersten Zug einer Runde wird nur der Startstein gestellt',
    'the start marker has been placed already': 'Der Startstein steht schon',
    "another seat's start marker stands on this junction":
        'Auf dieser Kreuzung steht der Startstein eines anderen',
    'at least one track must be laid': 'Mindestens eine Schiene muss gelegt werden',
    'a seat that can lay a track cannot pass': 'Wer eine Schiene legen kann, darf nicht passen',
    'this line holds a track already': 'Auf dieser Linie liegt schon eine Schiene',
    'this ferry has both its tracks already': 'Diese Fähre hat schon beide Schienen',
    "this line does not touch the seat's network": 'Diese Linie berührt dein Netz nicht',
    "neither end of this ferry is in the seat's network":
        'Kein Ende dieser Fähre liegt in deinem Netz',
    "another seat's marker blocks the way to this line":
        'Der Stein eines anderen versperrt den Weg zu dieser Linie',
    'a turn has at most two tracks': 'Ein Zug hat höchstens zwei Schienen',
    'a track on a double line is the whole turn':
        'Eine Schiene auf einer Doppellinie ist der ganze Zug',
    'a double line cannot be the second track of a turn':
        'Eine Doppellinie kann nicht die zweite Schiene eines Zuges sein',
    'a turn has at most one ferry half': 'Ein Zug hat höchstens eine Fährenhälfte',
    'a ferry half and a double line do not go together':
        'Eine Fährenhälfte und eine Doppellinie gehen nicht zusammen',
    'coloured tracks are for ferries only': 'Farbige Schienen sind nur für Fähren',
    'coloured tracks are not in this game': 'In dieser Partie gibt es keine farbigen Schienen',
    'the seat has no coloured track left': 'Du hast keine farbige Schiene mehr',
    'the seat has no private track left': 'Du hast keine private Schiene mehr',
    'no black track is left': 'Es ist keine schwarze Schiene mehr da',
    'the first track connected the seat and ended the round':
        'Die erste Schiene hat dich verbunden und die Runde beendet',
    'the last black track ended the round': 'Die letzte schwarze Schiene hat die Runde beendet',
    'start markers move only in the variant blocking':
        'Startsteine ziehen nur in der Variante Blockade',
    'the start marker stands on this junction already':
        'Der Startstein steht schon auf dieser Kreuzung',
    "another seat's marker stands on this junction":
        'Auf dieser Kreuzung steht der Stein eines anderen',
    'the start marker cannot travel to this junction': 'Dorthin kann der Startstein nicht ziehen',
    'the start marker does not move in a turn that ends the round':
        'In einem Zug, der die Runde beendet, zieht der Stein nicht',
    'the marker moves at the end of a turn': 'Der Stein zieht am Ende eines Zuges',
};

export default said;
